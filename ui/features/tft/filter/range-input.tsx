/** From … to …, either may stay empty. What is typed is taken over when it is a whole number; an empty field means no limit on that side. */
import { TextInput } from '@mantine/core';

import type { Range } from '#/domain/tft/explore/filter.ts';

import classes from './range-input.module.css';

interface RangeInputProps {
  readonly label: string;
  readonly value: Range | undefined;
  readonly min?: number;
  readonly max?: number;
  readonly onChange: (range: Range | undefined) => void;
}

export function RangeInput({ label, value, min, max, onChange }: RangeInputProps) {
  const limits = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const field = (end: 'min' | 'max', word: string) => (
    <TextInput
      className={classes.input ?? ''}
      size="xs"
      type="number"
      inputMode="numeric"
      aria-label={`${label}: ${word}`}
      placeholder={word}
      {...limits}
      value={value?.[end] ?? ''}
      onChange={(event) => onChange(withEnd(value, end, event.currentTarget.value))}
    />
  );
  return (
    <div className={classes.field}>
      <span className={classes.label}>{label}</span>
      <span className={classes.ends}>
        {field('min', 'at least')}
        {field('max', 'at most')}
      </span>
    </div>
  );
}

function withEnd(range: Range | undefined, end: 'min' | 'max', text: string): Range | undefined {
  const { [end]: _, ...rest } = range ?? {};
  const number = Number(text);
  const next: Range = text.trim() === '' || !Number.isInteger(number) ? rest : { ...rest, [end]: number };
  return next.min === undefined && next.max === undefined ? undefined : next;
}
