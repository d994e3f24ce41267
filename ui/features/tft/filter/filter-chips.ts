/**
 * What a filter says, in removable pieces. Each chip knows the filter without it, so that taking one away is one step and needs no
 * knowledge of what it was. The newest patch and ranked games stand there too, although nobody chose them: they restrict, so they are said.
 */
import type { TftOptions } from '#/contract/tft-reference.ts';
import { openGroup } from '#/domain/tft/explore/condition-group.ts';
import type { NameLookup } from '#/domain/tft/explore/word-lists.ts';
import { platformLabel } from '#/domain/tft/explore/places.ts';
import type { Filter, LpFilter, RankMode } from '#/domain/tft/explore/filter.ts';
import { DEFAULT_QUESTION } from '#/domain/tft/explore/question.ts';
import { queueName } from '#/domain/tft/explore/question-words.ts';

import { rangeLabel } from '#/domain/tft/explore/leaves.ts';
import { conditionLabel } from './condition-label.ts';
import { removeCondition, toTree, toWhere } from './condition-tree.ts';

export interface FilterChip {
  readonly id: string;
  readonly label: string;
  /** Undefined: it can be changed and not removed. */
  readonly without: Filter | undefined;
}

export function filterChips(filter: Filter, names: NameLookup, newestPatch?: string): FilterChip[] {
  return [
    ...patchChips(filter, newestPatch),
    ...gameChips(filter),
    ...rankChips(filter),
    ...boardChips(filter),
    ...conditionChips(filter, names),
  ];
}

/** The start of a provisional patch is an estimate; `freshness-line.tsx` explains it. */
export function patchLabel({ patch, isProvisional }: TftOptions['patches'][number]): string {
  return isProvisional ? `${patch} (provisional)` : patch;
}

export function without(filter: Filter, key: keyof Filter): Filter {
  const { [key]: _, ...rest } = filter;
  return { ...DEFAULT_QUESTION.filter, ...rest };
}

export function withRank(filter: Filter, rank: RankMode): Filter {
  return rank === 'strict' ? { ...filter, rank } : without(filter, 'rank');
}

export function isMasterOrHigher({ lp }: Filter): boolean {
  return lp?.min === 0 && lp.max === undefined && lp.unknown === undefined;
}

/** Replaces any other filter on tier or LP. */
export function toggleMasterOrHigher(filter: Filter): Filter {
  return isMasterOrHigher(filter) ? without(filter, 'lp') : { ...filter, tiers: [], lp: { min: 0 } };
}

export function isDefaultFilter(filter: Filter): boolean {
  return (
    filter.patches.length === 0 &&
    filter.places.length === 0 &&
    filter.tiers.length === 0 &&
    filter.queues.join() === DEFAULT_QUESTION.filter.queues.join() &&
    (['comparedPatch', 'lp', 'rank', 'time', 'level', 'placement', 'where'] as const).every(
      (key) => filter[key] === undefined,
    )
  );
}

function patchChips(filter: Filter, newestPatch: string | undefined): FilterChip[] {
  const { patches, comparedPatch } = filter;
  const newest = newestPatch === undefined ? 'Newest patch' : `Patch ${newestPatch} (newest)`;
  return [
    patches.length === 0
      ? { id: 'patch', label: newest, without: undefined }
      : {
          id: 'patch',
          label: `Patch ${patches.join(', ')}`,
          without: without(without(filter, 'comparedPatch'), 'patches'),
        },
    ...(comparedPatch === undefined
      ? []
      : [
          {
            id: 'compare',
            label: `Compared with ${comparedPatch}`,
            without: without(filter, 'comparedPatch'),
          },
        ]),
  ];
}

function gameChips(filter: Filter): FilterChip[] {
  const { places, queues, time } = filter;
  const chips: FilterChip[] = [];
  if (queues.length > 0) {
    chips.push({
      id: 'queue',
      label: queues.map((queue) => queueName(queue)).join(', '),
      without: { ...filter, queues: [] },
    });
  }
  if (places.length > 0) {
    const label = places.map((place) => platformLabel(place)).join(', ');
    chips.push({ id: 'place', label, without: { ...filter, places: [] } });
  }
  if (time !== undefined)
    chips.push({ id: 'time', label: timeLabel(time), without: without(filter, 'time') });
  return chips;
}

/** None for Master or higher: the bar has a switch for it. */
function rankChips(filter: Filter): FilterChip[] {
  const { tiers, lp, rank } = filter;
  return [
    ...(tiers.length === 0
      ? []
      : [
          {
            id: 'tier',
            label: tiers.map((tier) => capitalised(tier)).join(', '),
            without: { ...filter, tiers: [] },
          },
        ]),
    ...(lp === undefined || isMasterOrHigher(filter)
      ? []
      : [{ id: 'lp', label: lpLabel(lp), without: without(filter, 'lp') }]),
    ...(rank === 'strict'
      ? [{ id: 'rank', label: 'Rank as of the match', without: without(filter, 'rank') }]
      : []),
  ];
}

function boardChips(filter: Filter): FilterChip[] {
  const { level, placement } = filter;
  return [
    ...(level
      ? [{ id: 'level', label: `Level ${rangeLabel(level)}`, without: without(filter, 'level') }]
      : []),
    ...(placement
      ? [
          {
            id: 'placement',
            label: `Place ${rangeLabel(placement)}`,
            without: without(filter, 'placement'),
          },
        ]
      : []),
  ];
}

/** One chip for each condition that must hold; of "any" and "none" one for the whole, because its parts mean nothing alone. */
function conditionChips(filter: Filter, names: NameLookup): FilterChip[] {
  const { where } = filter;
  if (where === undefined) return [];
  const tree = toTree(where);
  const { kind, members } = openGroup(tree);
  if (kind !== 'all')
    return [{ id: 'where', label: conditionLabel(where, names), without: without(filter, 'where') }];
  return members.map((member, index) => {
    const rest = toWhere(removeCondition(tree, [index]));
    const bare = without(filter, 'where');
    return {
      id: `where-${index}`,
      label: conditionLabel(member, names),
      without: rest === undefined ? bare : { ...bare, where: rest },
    };
  });
}

function lpLabel({ min, max, unknown }: LpFilter): string {
  if (unknown === 'only') return 'LP unknown';
  const range =
    min === undefined && max === undefined
      ? 'any'
      : rangeLabel({ ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) });
  return `${range} LP${unknown === 'include' ? ' or unknown' : ''}`;
}

function timeLabel({ from, until }: NonNullable<Filter['time']>): string {
  const parts = [
    ...(from === undefined ? [] : [`from ${momentLabel(from)}`]),
    ...(until === undefined ? [] : [`until ${momentLabel(until)}`]),
  ];
  return parts.join(' ');
}

/** In UTC, as days are counted. */
function momentLabel(ms: number): string {
  const text = new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
  return text.endsWith(' 00:00') ? text.slice(0, 10) : `${text} UTC`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
