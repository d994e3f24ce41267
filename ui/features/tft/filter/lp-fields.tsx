/** League points, and which rank of the player counts. */
import { NativeSelect } from '@mantine/core';

import type { Filter, LpFilter, Range, RankMode } from '#/domain/tft/explore/filter.ts';

import { without, withRank } from './filter-chips.ts';
import classes from './filter-drawer.module.css';
import { RangeInput } from './range-input.tsx';

interface LpFieldsProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

type Unknown = NonNullable<LpFilter['unknown']>;

export function LpFields({ filter, onChange }: LpFieldsProps) {
  const { lp } = filter;
  const set = (range: Range | undefined, unknown: Unknown | undefined) => {
    if (unknown === 'only') return onChange({ ...filter, lp: { unknown } });
    if (range === undefined) return onChange(without(filter, 'lp'));
    onChange({ ...filter, lp: unknown === undefined ? range : { ...range, unknown } });
  };
  return (
    <div>
      <RangeInput
        label="League points"
        value={rangeOf(lp)}
        onChange={(range) => set(range, unlessOnly(lp?.unknown))}
      />
      <NativeSelect
        className={classes.below ?? ''}
        size="xs"
        aria-label="Players whose rank is not known"
        value={lp?.unknown ?? ''}
        data={[
          { value: '', label: 'With a limit, unknown ranks are left out' },
          { value: 'include', label: 'Count unknown ranks too' },
          { value: 'only', label: 'Only unknown ranks' },
        ]}
        onChange={(event) => {
          const unknown = event.currentTarget.value;
          const range = rangeOf(lp) ?? (unknown === 'include' ? { min: 0 } : undefined);
          set(range, unknown === '' ? undefined : (unknown as Unknown));
        }}
      />
      <p className={classes.hint}>0 is Master; each division below is 100 less.</p>
      <NativeSelect
        className={classes.below ?? ''}
        size="xs"
        label="Rank used"
        value={filter.rank ?? 'nearest'}
        data={[
          { value: 'nearest', label: 'Nearest known rank' },
          { value: 'strict', label: 'Rank as of the match' },
        ]}
        onChange={(event) => onChange(withRank(filter, event.currentTarget.value as RankMode))}
      />
      <p className={classes.hint}>
        Nearest: the last rank seen before the match, otherwise the first one after it. As of the match: seen
        shortly before the start; all other boards count as unknown rank.
      </p>
    </div>
  );
}

function rangeOf(lp: LpFilter | undefined): Range | undefined {
  if (lp === undefined || (lp.min === undefined && lp.max === undefined)) return undefined;
  const { unknown: _, ...range } = lp;
  return range;
}

function unlessOnly(unknown: LpFilter['unknown']): LpFilter['unknown'] {
  return unknown === 'only' ? undefined : unknown;
}
