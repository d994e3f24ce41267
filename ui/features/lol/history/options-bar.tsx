/** By which clock a history is looked at, where days and sessions begin, and which games count. Each control goes to another address. */
import { Button, MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';

import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';
import { printTime } from '#/domain/lol/history/options-text.ts';
import type { Role } from '#/domain/lol/history/played-game.ts';

import { useIsNarrow } from '../../../lib/narrow-hook.ts';
import { isFiltered, withoutFilter } from './history-address.ts';
import { dayStartChoices, gapChoices, zoneChoices, type OptionChoices } from './option-choices.ts';
import classes from './options-bar.module.css';
import { browserZone } from './zoned-time.ts';

/** Before it, nobody had played a game. */
const FIRST_DAY = '2009-10-27';

interface OptionsBarProps {
  readonly options: HistoryOptions;
  readonly choices: OptionChoices;
  readonly onChange: (options: HistoryOptions) => void;
}

/** On a phone they are folded: the sentence below says what they are. */
export function OptionsBar(props: OptionsBarProps) {
  if (!useIsNarrow()) return <Fields {...props} />;
  return (
    <details className={classes.folded}>
      <summary>Time zone, sessions and filter</summary>
      <Fields {...props} />
    </details>
  );
}

function Fields({ options, choices, onChange }: OptionsBarProps) {
  return (
    <section aria-label="Options" className={classes.bar}>
      <ClockFields options={options} onChange={onChange} />
      <FilterFields options={options} choices={choices} onChange={onChange} />
      <DayFields options={options} onChange={onChange} />
      {isFiltered(options) ? (
        <Button
          className={classes.clear ?? ''}
          variant="default"
          size="xs"
          onClick={() => onChange(withoutFilter(options))}
        >
          Clear the filter
        </Button>
      ) : null}
    </section>
  );
}

type FieldsProps = Pick<OptionsBarProps, 'options' | 'onChange'>;

function ClockFields({ options, onChange }: FieldsProps) {
  const own = browserZone();
  const zones = useMemo(
    () => zoneChoices(options.zone, own, Intl.supportedValuesOf('timeZone')),
    [options.zone, own],
  );
  return (
    <>
      <Select
        className={classes.zone ?? ''}
        size="xs"
        label="Time zone"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No zone of that name"
        data={zones.map((zone) => ({ value: zone, label: zone === own ? `${zone} (this browser)` : zone }))}
        limit={100}
        value={options.zone}
        onChange={(zone) => zone !== null && onChange({ ...options, zone })}
        description={
          options.zone === own ? undefined : (
            <button type="button" className={classes.own} onClick={() => onChange({ ...options, zone: own })}>
              Use {own}
            </button>
          )
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <NativeSelect
        size="xs"
        label="Day begins at"
        value={printTime(options.dayStartMinutes)}
        data={dayStartChoices(options.dayStartMinutes)}
        onChange={(event) => onChange({ ...options, dayStartMinutes: readTime(event.currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        label="New session after"
        value={String(options.gapMinutes)}
        data={gapChoices(options.gapMinutes)}
        onChange={(event) => onChange({ ...options, gapMinutes: Number(event.currentTarget.value) })}
      />
    </>
  );
}

function FilterFields({ options, choices, onChange }: OptionsBarProps) {
  return (
    <>
      <MultiSelect
        size="xs"
        label="Queues"
        placeholder={options.queues.length === 0 ? 'All against people' : ''}
        data={[...choices.queues]}
        value={options.queues.map(String)}
        onChange={(values) => onChange({ ...options, queues: toNumbers(values) })}
      />
      <MultiSelect
        size="xs"
        label="Roles"
        placeholder={options.roles.length === 0 ? 'All' : ''}
        data={[...choices.roles]}
        value={[...options.roles]}
        onChange={(values) => onChange({ ...options, roles: values as Role[] })}
      />
      <MultiSelect
        size="xs"
        label="Champions"
        placeholder={options.champions.length === 0 ? 'All' : ''}
        searchable
        nothingFoundMessage="No games as that champion"
        data={[...choices.champions]}
        value={options.champions.map(String)}
        onChange={(values) => onChange({ ...options, champions: toNumbers(values) })}
      />
    </>
  );
}

function DayFields({ options, onChange }: FieldsProps) {
  const { from, until } = options;
  return (
    <>
      <DayField
        label="From"
        value={from}
        max={until}
        onChange={(day) => onChange({ ...options, from: day })}
      />
      <DayField
        label="Until"
        value={until}
        min={from}
        onChange={(day) => onChange({ ...options, until: day })}
      />
    </>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string | null;
  readonly min?: string | null;
  readonly max?: string | null;
  readonly onChange: (day: string | null) => void;
}

/** Keeps what is being typed to itself until it is a day: half a year is no address to go to. */
function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const [draft, setDraft] = useState({ of: value, text: value ?? '' });
  if (draft.of !== value) setDraft({ of: value, text: value ?? '' });
  return (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={draft.text}
      min={min ?? FIRST_DAY}
      max={max ?? undefined}
      onChange={(event) => {
        const { value: text, validity } = event.currentTarget;
        setDraft({ of: value, text });
        if (validity.valid) onChange(text === '' ? null : text);
      }}
    />
  );
}

function readTime(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

function toNumbers(values: readonly string[]): number[] {
  return values.map(Number).toSorted((a, b) => a - b);
}
