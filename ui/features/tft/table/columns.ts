/** Which columns a table has. Where a number would only repeat the row's name it is left out; a comparison brings two more. */
import type { BreakdownId } from '#/domain/tft/explore/breakdowns.ts';

import type { SortColumn } from './sorting.ts';

export type ColumnId =
  | 'rank'
  | 'label'
  | 'n'
  | 'average'
  | 'difference'
  | 'top4'
  | 'win'
  | 'places'
  | 'compared'
  | 'change'
  | 'actions';

export interface ColumnHead {
  readonly id: ColumnId;
  readonly label: string;
  readonly sort?: SortColumn;
  /** What the number means, for who does not know. */
  readonly hint?: string;
}

const HEADS: Readonly<Record<Exclude<ColumnId, 'label' | 'compared'>, Omit<ColumnHead, 'id'>>> = {
  rank: {
    label: '#',
    sort: 'ranking',
    hint: 'Order by the average, pulled towards the baseline where games are few',
  },
  n: { label: 'n, share', sort: 'n', hint: 'How many, and their share of the baseline' },
  average: {
    label: 'Average',
    sort: 'average',
    hint: 'Average placement with its 95 % interval; lower is better',
  },
  difference: {
    label: 'Δ baseline',
    sort: 'difference',
    hint: 'Difference to the average of the whole filter',
  },
  top4: { label: 'Top 4', sort: 'top4', hint: 'Share that ended in the first four places' },
  win: { label: 'Win', sort: 'win', hint: 'Share that ended first' },
  places: { label: 'Places 1–8' },
  change: { label: 'Change', sort: 'change', hint: 'This patch minus the other; less is better' },
  actions: { label: 'Actions' },
};

export interface ColumnChoice {
  readonly by: BreakdownId;
  readonly name: string;
  readonly comparedPatch: string | undefined;
  readonly isCompact: boolean;
}

export function columnsFor({ by, name, comparedPatch, isCompact }: ColumnChoice): ColumnHead[] {
  const figures: ColumnId[] =
    by === 'placement'
      ? ['n']
      : [
          'n',
          'average',
          ...(comparedPatch === undefined ? [] : (['compared', 'change'] as const)),
          'difference',
          'top4',
          // A comparison needs the room.
          ...(comparedPatch === undefined ? (['win'] as const) : []),
          ...(comparedPatch === undefined && !isCompact ? (['places'] as const) : []),
        ];
  const ids: ColumnId[] = [...(isCompact ? [] : (['rank'] as const)), 'label', ...figures, 'actions'];
  return ids.map((id) => headOf(id, name, comparedPatch));
}

function headOf(id: ColumnId, name: string, comparedPatch = ''): ColumnHead {
  if (id === 'label') return { id, label: name, sort: 'key' };
  if (id === 'compared')
    return { id, label: `In ${comparedPatch}`, hint: `Average placement in ${comparedPatch}` };
  return { id, ...HEADS[id] };
}
