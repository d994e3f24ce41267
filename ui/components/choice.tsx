/** One of a few, all in sight: a named group of radio buttons that looks like a switch. */
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './choice.module.css';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
}

export function Choice<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      value={value}
      onChange={onChange}
      data={[...options]}
      classNames={{ input: classes.input ?? '', label: classes.label ?? '' }}
    />
  );
}
