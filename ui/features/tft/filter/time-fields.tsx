/** When the game ended, in UTC and to the hour, as the statistics are kept. */
import { Button, TextInput } from '@mantine/core';

import type { Filter } from '#/domain/tft/explore/filter.ts';

import { useServices } from '../../../lib/services.ts';
import { without } from './filter-chips.ts';
import classes from './filter-drawer.module.css';

interface TimeFieldsProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

const HOUR_MS = 3_600_000;
const SPANS = [
  { label: 'Last 24 hours', hours: 24 },
  { label: 'Last 3 days', hours: 72 },
  { label: 'Last 7 days', hours: 168 },
] as const;

export function TimeFields({ filter, onChange }: TimeFieldsProps) {
  const { clock } = useServices();
  const setEnd = (end: 'from' | 'until', ms: number | undefined) => {
    const { [end]: _, ...rest } = filter.time ?? {};
    const time = ms === undefined ? rest : { ...rest, [end]: ms };
    onChange(Object.keys(time).length === 0 ? without(filter, 'time') : { ...filter, time });
  };
  const field = (end: 'from' | 'until', label: string) => (
    <TextInput
      type="datetime-local"
      step={3600}
      size="xs"
      label={label}
      value={toField(filter.time?.[end])}
      onChange={(event) => setEnd(end, fromField(event.currentTarget.value))}
    />
  );
  return (
    <div>
      <div className={classes.pair}>
        {field('from', 'Ended from (UTC)')}
        {field('until', 'until before (UTC)')}
      </div>
      <div className={classes.spans}>
        {SPANS.map(({ label, hours }) => (
          <Button
            key={hours}
            variant="default"
            size="compact-xs"
            onClick={() => onChange({ ...filter, time: { from: wholeHour(clock.now()) - hours * HOUR_MS } })}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

function toField(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toISOString().slice(0, 16);
}

function fromField(text: string): number | undefined {
  const ms = Date.parse(`${text}Z`);
  return Number.isNaN(ms) ? undefined : wholeHour(ms);
}

function wholeHour(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}
