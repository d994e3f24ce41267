/** Some of a few, all in sight: a named group of switches. Nothing chosen means no restriction, and the first switch says so. */
import { useId } from 'react';

import { formatCount } from '../../../lib/format.ts';
import classes from './toggle-list.module.css';

export interface ToggleOption {
  readonly value: string;
  readonly label: string;
  /** How many boards there are of it. */
  readonly boards?: number;
}

interface ToggleListProps {
  readonly label: string;
  /** What it means to choose nothing. */
  readonly anyLabel: string;
  readonly options: readonly ToggleOption[];
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

export function ToggleList({ label, anyLabel, options, value, onChange }: ToggleListProps) {
  const id = useId();
  const missing = value.filter((one) => options.every((option) => option.value !== one));
  const all = [...options, ...missing.map((one): ToggleOption => ({ value: one, label: one }))];
  const toggle = (one: string) =>
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  return (
    <fieldset className={classes.field} aria-labelledby={id}>
      <legend id={id} className={classes.label}>
        {label}
      </legend>
      <div className={classes.list}>
        <Toggle label={anyLabel} isOn={value.length === 0} onClick={() => onChange([])} />
        {all.map((option) => (
          <Toggle
            key={option.value}
            label={option.label}
            boards={option.boards}
            isOn={value.includes(option.value)}
            onClick={() => toggle(option.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly boards?: number | undefined;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

export function Toggle({ label, boards, isOn, onClick }: ToggleProps) {
  return (
    <button type="button" className={classes.toggle} aria-pressed={isOn} onClick={onClick}>
      {label}
      {boards === undefined ? null : <span className={classes.boards}>{formatCount(boards)}</span>}
    </button>
  );
}
