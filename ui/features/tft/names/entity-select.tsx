/** Choose one unit, item or trait by typing a part of its name. */
import { Select } from '@mantine/core';
import { useState } from 'react';

import { useFirstOnEnter } from './first-on-enter-hook.ts';
import { GameIcon } from './game-icon.tsx';
import type { EntityKind, NameBook, NameEntry } from './name-book.ts';
import { byName, newestFirst, searchNames } from './search-names.ts';
import classes from './entity-select.module.css';

interface EntitySelectProps {
  readonly label: string;
  readonly kind: EntityKind;
  readonly book: NameBook;
  readonly value: string | null;
  readonly placeholder?: string;
  readonly onChange: (id: string) => void;
}

const MOST_SHOWN = 60;

export function EntitySelect({ label, kind, book, value, placeholder = label, onChange }: EntitySelectProps) {
  const [typed, setTyped] = useState('');
  const { noteChoice, enter } = useFirstOnEnter();
  const entries = book.entries.filter((entry) => entry.kind === kind);
  const chosen = value === null ? undefined : book[kind](value);
  const isUntouched = typed === '' || typed === chosen?.name;
  const shown = isUntouched
    ? entries.toSorted((one, other) => newestFirst(one, other) || byName(one, other)).slice(0, MOST_SHOWN)
    : searchNames(entries, typed, MOST_SHOWN);
  const ids = new Set(shown.map(({ id }) => id));
  const data = shown.map(({ id, name }) => ({ value: id, label: name }));
  // The chosen one has to be known to be shown in the field, but is no answer to what is typed.
  if (chosen !== undefined && !ids.has(chosen.id)) data.push({ value: chosen.id, label: chosen.name });
  const choose = (id: string | null) => {
    noteChoice();
    if (id !== null) onChange(id);
    if (value === null) setTyped('');
  };
  return (
    <Select
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      data={data}
      value={value}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage="Nothing of that name"
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options.filter((option) => 'value' in option && ids.has(option.value))}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: true, zIndex: 400 }}
      onChange={choose}
      onKeyDown={(event) => {
        const [first] = isUntouched ? [] : shown;
        if (!first || event.key !== 'Enter') return;
        // Else it would also send the form that the field stands in.
        event.preventDefault();
        enter(() => choose(first.id));
      }}
      renderOption={({ option }) => (
        <EntityOption entry={shown.find(({ id }) => id === option.value)} newestSet={book.newestSet} />
      )}
    />
  );
}

interface EntityOptionProps {
  readonly entry: NameEntry | undefined;
  readonly newestSet: number | null;
  /** Where units, items and traits stand together. */
  readonly withKind?: boolean;
}

export function EntityOption({ entry, newestSet, withKind = false }: EntityOptionProps) {
  if (entry === undefined) return null;
  const { kind, name, icon, cost, set } = entry;
  const marks = [...(withKind ? [kind] : []), ...(set !== null && set !== newestSet ? [`set ${set}`] : [])];
  return (
    <span className={classes.option}>
      <GameIcon name={name} icon={icon} cost={cost} size={22} />
      <span>{name}</span>
      {marks.length === 0 ? null : <span className={classes.mark}>{marks.join(', ')}</span>}
    </span>
  );
}
