/** A field for a whole number that may be left empty. */
import { TextInput } from '@mantine/core';

import type { ReadNumber } from './whole-number.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly read: ReadNumber;
  readonly onText: (text: string) => void;
  readonly className?: string | undefined;
}

export function NumberField({ label, placeholder, text, read, onText, className }: NumberFieldProps) {
  return (
    <TextInput
      className={className ?? ''}
      label={label}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      error={read.type === 'refused' ? read.expected : null}
    />
  );
}
