/** The fields of one condition. A change gives a whole new condition; what is left empty does not restrict. */
import { CloseButton } from '@mantine/core';

import type { LeafCondition, Range } from '#/domain/tft/explore/filter.ts';

import { keyedList } from '../../../lib/keyed-list.ts';
import { EntitySelect } from '../names/entity-select.tsx';
import type { NameBook } from '../names/name-book.ts';
import { COUNT_LABELS } from './condition-label.ts';
import classes from './condition-editor.module.css';
import { RangeInput } from './range-input.tsx';

interface LeafEditorProps<Leaf extends LeafCondition = LeafCondition> {
  readonly leaf: Leaf;
  readonly book: NameBook;
  readonly onChange: (leaf: LeafCondition) => void;
}

type UnitLeaf = Extract<LeafCondition, { readonly unit: string }>;
type ItemLeaf = Extract<LeafCondition, { readonly item: string }>;
type TraitLeaf = Extract<LeafCondition, { readonly trait: string }>;
type CountLeaf = Extract<LeafCondition, { readonly count: string }>;

export function LeafEditor({ leaf, book, onChange }: LeafEditorProps) {
  if ('unit' in leaf) return <UnitEditor leaf={leaf} book={book} onChange={onChange} />;
  if ('item' in leaf) return <ItemEditor leaf={leaf} book={book} onChange={onChange} />;
  if ('trait' in leaf) return <TraitEditor leaf={leaf} book={book} onChange={onChange} />;
  if ('count' in leaf) return <CountEditor leaf={leaf} book={book} onChange={onChange} />;
  const { trait, carry } = leaf.composition;
  const parts = [trait === '' ? '' : book.names.trait(trait), carry === '' ? '' : book.names.unit(carry)];
  return <p>Composition: {parts.filter((part) => part !== '').join(', ') || 'none'}</p>;
}

function UnitEditor({ leaf, book, onChange }: LeafEditorProps<UnitLeaf>) {
  const { has = [], lacks = [] } = leaf;
  return (
    <>
      <EntitySelect
        label="Unit"
        kind="unit"
        book={book}
        value={leaf.unit}
        onChange={(unit) => onChange({ ...leaf, unit })}
      />
      <RangeInput
        label="Stars"
        value={leaf.stars}
        min={1}
        max={4}
        onChange={(stars) => onChange(put(leaf, 'stars', stars))}
      />
      <RangeInput
        label="Items held"
        value={leaf.items}
        min={0}
        max={3}
        onChange={(items) => onChange(put(leaf, 'items', items))}
      />
      <RangeInput
        label="Copies"
        value={leaf.copies}
        min={0}
        max={20}
        onChange={(copies) => onChange(put(leaf, 'copies', copies))}
      />
      <ItemList label="Holds" items={has} book={book} onChange={(list) => onChange(put(leaf, 'has', list))} />
      <ItemList
        label="Does not hold"
        items={lacks}
        book={book}
        onChange={(list) => onChange(put(leaf, 'lacks', list))}
      />
    </>
  );
}

function ItemEditor({ leaf, book, onChange }: LeafEditorProps<ItemLeaf>) {
  return (
    <>
      <EntitySelect
        label="Item"
        kind="item"
        book={book}
        value={leaf.item}
        onChange={(item) => onChange({ ...leaf, item })}
      />
      <RangeInput
        label="Copies"
        value={leaf.copies}
        min={0}
        max={40}
        onChange={(copies) => onChange(put(leaf, 'copies', copies))}
      />
    </>
  );
}

function TraitEditor({ leaf, book, onChange }: LeafEditorProps<TraitLeaf>) {
  const { thresholds } = book.trait(leaf.trait);
  return (
    <>
      <EntitySelect
        label="Trait"
        kind="trait"
        book={book}
        value={leaf.trait}
        onChange={(trait) => onChange({ ...leaf, trait })}
      />
      <RangeInput
        label="Tier"
        value={leaf.tier}
        min={1}
        max={9}
        onChange={(tier) => onChange(put(leaf, 'tier', tier))}
      />
      {thresholds.length > 0 ? (
        <p className={classes.hint}>
          {thresholds.map((units, index) => `tier ${index + 1}: ${units} units`).join(', ')}
        </p>
      ) : null}
    </>
  );
}

function CountEditor({ leaf, onChange }: LeafEditorProps<CountLeaf>) {
  return (
    <RangeInput
      label={COUNT_LABELS[leaf.count]}
      value={leaf.is}
      min={0}
      max={40}
      onChange={(is) => onChange({ ...leaf, is: is ?? { min: 1 } })}
    />
  );
}

interface ItemListProps {
  readonly label: string;
  readonly items: readonly string[];
  readonly book: NameBook;
  readonly onChange: (items: readonly string[] | undefined) => void;
}

/** The same item may stand there twice: two of it are more than one. */
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

function put<Leaf extends LeafCondition>(
  leaf: Leaf,
  key: keyof Leaf,
  value: Range | readonly string[] | undefined,
): Leaf {
  const { [key]: _, ...rest } = leaf;
  return (value === undefined ? rest : { ...rest, [key]: value }) as Leaf;
}
