/** Finds units, items and traits by name: to filter the boards by one, or to open its page. */
import { Kbd, Select } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type Ref } from 'react';

import { EntityOption } from '../names/entity-select.tsx';
import { useFirstOnEnter } from '../names/first-on-enter-hook.ts';
import type { EntityKind, NameBook, NameEntry } from '../names/name-book.ts';
import { searchNames } from '../names/search-names.ts';
import classes from './search-box.module.css';

interface SearchBoxProps {
  readonly book: NameBook;
  readonly ref?: Ref<HTMLInputElement>;
  readonly onFilter: (kind: EntityKind, id: string) => void;
  readonly onOpen: (kind: EntityKind, id: string) => void;
}

type Step = 'filter' | 'open';
const MOST_FOUND = 6;

export function SearchBox({ book, ref, onFilter, onOpen }: SearchBoxProps) {
  const [typed, setTyped] = useState('');
  const { noteChoice, enter } = useFirstOnEnter();
  const found = searchNames(book.entries, typed, MOST_FOUND);
  const choose = (value: string | null) => {
    const [step, kind, id] = (value ?? '').split('|');
    if (id === undefined) return;
    noteChoice();
    (step === 'open' ? onOpen : onFilter)(kind as EntityKind, id);
    setTyped('');
  };
  return (
    <Select
      ref={ref}
      className={classes.box ?? ''}
      size="xs"
      aria-label="Search units, items and traits"
      placeholder="Search units, items, traits"
      leftSection={<IconSearch size={15} aria-hidden="true" />}
      rightSection={<Kbd className={classes.key ?? ''}>/</Kbd>}
      rightSectionPointerEvents="none"
      searchable
      selectFirstOptionOnChange
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={choose}
      onKeyDown={(event) => {
        const [first] = found;
        if (event.key === 'Enter' && first) enter(() => choose(optionFor('filter', first).value));
        if (event.key !== 'Escape') return;
        setTyped('');
        event.currentTarget.blur();
      }}
      nothingFoundMessage={typed === '' ? undefined : 'Nothing of that name'}
      data={
        found.length === 0
          ? []
          : [
              { group: 'Only boards with', items: found.map((entry) => optionFor('filter', entry)) },
              { group: 'Open the page of', items: found.map((entry) => optionFor('open', entry)) },
            ]
      }
      filter={({ options }) => options}
      maxDropdownHeight={420}
      renderOption={({ option }) => (
        <EntityOption
          entry={found.find(({ kind, id }) => option.value.endsWith(`|${kind}|${id}`))}
          newestSet={book.newestSet}
          withKind
        />
      )}
    />
  );
}

function optionFor(step: Step, { kind, id, name }: NameEntry) {
  return { value: `${step}|${kind}|${id}`, label: step === 'open' ? `${name}, page` : name };
}
