/** The fields of one condition, from its record. A change gives a whole new condition; a field that is left empty does not restrict. */
import { CloseButton } from '@mantine/core';

import type { LeafCondition, Range } from '#/domain/tft/explore/filter.ts';
import {
  COUNT_LABELS,
  leafRecord,
  openLeaf,
  toLeaf,
  type LeafParts,
  type OptionValue,
} from '#/domain/tft/explore/leaves.ts';

import { keyedList } from '../../../lib/keyed-list.ts';
import { EntitySelect } from '../names/entity-select.tsx';
import type { NameBook } from '../names/name-book.ts';
import classes from './condition-editor.module.css';
import { RangeInput } from './range-input.tsx';

interface LeafEditorProps {
  readonly leaf: LeafCondition;
  readonly book: NameBook;
  readonly onChange: (leaf: LeafCondition) => void;
}

const LABELS: Readonly<Record<string, string>> = {
  unit: 'Unit',
  item: 'Item',
  trait: 'Trait',
  stars: 'Stars',
  items: 'Items held',
  copies: 'Copies',
  tier: 'Tier',
  has: 'Holds',
  lacks: 'Does not hold',
  ...COUNT_LABELS,
};
/** What the fields offer; addresses may ask for more. */
const HIGHEST: Readonly<Record<string, number>> = { stars: 4, items: 3, tier: 9 };
const MOST = 40;

export function LeafEditor({ leaf, book, onChange }: LeafEditorProps) {
  const parts = openLeaf(leaf);
  const { kind, main, options } = parts;
  const record = leafRecord(kind);
  if (record.main === null) return <p>{record.label(leaf, book.names)}</p>;
  const { main: entity } = record;
  const change = (changed: Partial<LeafParts>) => onChange(toLeaf({ ...parts, ...changed }));
  const put = (name: string, value: OptionValue | undefined) => {
    const { [name]: _, ...rest } = options;
    change({ options: value === undefined ? rest : { ...rest, [name]: value } });
  };
  return (
    <>
      {typeof entity === 'string' ? (
        <EntitySelect
          label={LABELS[entity] ?? entity}
          kind={entity}
          book={book}
          value={main}
          onChange={(id) => change({ main: id })}
        />
      ) : null}
      {Object.entries(record.options).map(([name, option]) => {
        const value = options[name];
        if (option.form === 'ids')
          return (
            <ItemList
              key={name}
              label={LABELS[name] ?? name}
              items={Array.isArray(value) ? (value as readonly string[]) : []}
              book={book}
              onChange={(items) => put(name, items)}
            />
          );
        if (option.form !== 'range') return null;
        return (
          <RangeInput
            key={name}
            label={LABELS[option.isRequired === true ? main : name] ?? name}
            value={value as Range | undefined}
            min={option.bounds.min}
            max={HIGHEST[name] ?? MOST}
            onChange={(range) => put(name, range ?? (option.isRequired === true ? { min: 1 } : undefined))}
          />
        );
      })}
      {entity === 'trait' ? <Thresholds units={book.trait(main).thresholds} /> : null}
    </>
  );
}

function Thresholds({ units }: { readonly units: readonly number[] }) {
  if (units.length === 0) return null;
  return (
    <p className={classes.hint}>
      {units.map((count, index) => `tier ${index + 1}: ${count} units`).join(', ')}
    </p>
  );
}

interface ItemListProps {
  readonly label: string;
  readonly items: readonly string[];
  readonly book: NameBook;
  readonly onChange: (items: readonly string[] | undefined) => void;
}

/** The same item may be listed twice: two of it are more than one. */
function ItemList({ label, items, book, onChange }: ItemListProps) {
  const change = (list: readonly string[]) => onChange(list.length === 0 ? undefined : list);
  return (
    <div className={classes.items}>
      <span className={classes.itemsLabel}>{label}</span>
      {keyedList(items).map(({ key, text: id }, index) => (
        <span key={key} className={classes.item}>
          {book.names.item(id)}
          <CloseButton
            size="xs"
            aria-label={`${label}: remove ${book.names.item(id)}`}
            onClick={() => change(items.toSpliced(index, 1))}
          />
        </span>
      ))}
      <EntitySelect
        label={`${label}: add an item`}
        placeholder="Add an item"
        kind="item"
        book={book}
        value={null}
        onChange={(id) => change([...items, id])}
      />
    </div>
  );
}
