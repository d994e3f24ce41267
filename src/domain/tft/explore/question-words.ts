/** A filter in one sentence. It names the defaults too, so that each figure says which boards it is about. */
import { conditionWords } from './condition-words.ts';
import type { Filter, Range } from './filter.ts';
import type { NameLookup } from './name-lookup.ts';
import { patchWords } from './patch-words.ts';
import { placeInSentence } from './place-names.ts';
import { playerWords } from './player-words.ts';
import { queueName } from './queue-names.ts';
import { timeWords } from './time-words.ts';
import { gradeWords, joinWords, ordinal } from './word-lists.ts';

export function filterWords(filter: Filter, names: NameLookup): string {
  const { patches, comparedPatch, places, time, level, placement, where } = filter;
  const head = [
    queueWords(filter.queues),
    `of ${patches.length === 0 ? 'the newest patch' : patchWords(patches)}`,
    ...(comparedPatch === undefined ? [] : [`compared with ${patchWords([comparedPatch])}`]),
    places.length === 0 ? 'in all regions' : `in ${joinWords(places.map((place) => placeInSentence(place)))}`,
  ].join(' ');
  const clauses = [
    head,
    playerWords(filter),
    ...(time === undefined ? [] : [`in matches that ended ${timeWords(time)}`]),
    ...(level === undefined ? [] : [`at level ${gradeWords(level)}`]),
    ...(placement === undefined ? [] : [`that came ${placementWords(placement)}`]),
    ...(where === undefined ? [] : [`that ${conditionWords(where, names)}`]),
  ];
  return `${clauses.join(', ')}.`;
}

function queueWords(queues: readonly number[]): string {
  if (queues.length === 0) return 'Boards of every queue';
  return `${joinWords(queues.map((queue) => queueName(queue)))} boards`;
}

function placementWords({ min, max }: Range): string {
  if (max === undefined) return `${ordinal(Number(min))} or worse`;
  if (min === undefined) return `${ordinal(max)} or better`;
  return min === max ? ordinal(max) : `${ordinal(min)} to ${ordinal(max)}`;
}
