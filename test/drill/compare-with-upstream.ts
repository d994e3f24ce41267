/**
 * What the upstream lists, against what is stored: every listed match is there once, with all of its boards, and nothing else is. A match
 * may be missing only if the upstream has no body of it for any key, and if that is the reason that the product recorded.
 */
import type { BoardsOfGame, KeptGame } from './kept-games.ts';
import type { Body, Listed } from './witness.ts';

export interface Kept {
  readonly games: readonly KeptGame[];
  readonly boards: readonly BoardsOfGame[];
  readonly unitRows: number;
}

export interface Comparison {
  /** Listed and not stored, or not all of it; with the reason. */
  readonly lost: readonly string[];
  /** There more than once. */
  readonly duplicated: readonly string[];
  /** There, and listed nowhere. */
  readonly strange: readonly string[];
  readonly stored: number;
  /** Not at the upstream, and known to be so. */
  readonly missing: number;
}

export function compareWithUpstream(
  listed: Listed,
  bodies: ReadonlyMap<string, Body | null>,
  { games, boards, unitRows }: Kept,
): Comparison {
  const lost: string[] = [];
  const duplicated: string[] = [];
  const strange: string[] = [];
  const ids = new Set(games.map(({ id }) => id));
  const byNumber = new Map(boards.map((game) => [game.number, game]));
  if (ids.size !== games.length) duplicated.push(`${games.length} matches have ${ids.size} ids`);

  for (const id of listed.must) if (!ids.has(id)) lost.push(`${id} is listed and not known`);
  for (const { id, state, reason } of games) {
    if (!listed.may.has(id)) strange.push(`${id} is ${state} and listed nowhere`);
    const body = bodies.get(id);
    if (body === undefined) throw new Error(`the witness was not asked for ${id}`);
    const { boards: there = 0, seats = 0, units = 0 } = byNumber.get(numberOf(id)) ?? {};
    byNumber.delete(numberOf(id));
    if (body === null) {
      if (!isKnownToBeMissing({ state, reason }))
        lost.push(`${id} does not exist and is ${state}: ${reason}`);
      if (there > 0) strange.push(`${id} does not exist and has ${there} boards`);
    } else if (state !== 'stored') {
      lost.push(`${id} is ${state}: ${reason}`);
    } else {
      const what = `${id} has ${there} boards with ${units} units; expected ${body.boards} with ${body.units}`;
      if (seats < body.boards || units < body.units) lost.push(what);
      if (there > body.boards || units > body.units) duplicated.push(what);
    }
  }
  for (const { number, boards: there } of byNumber.values())
    strange.push(`there are ${there} boards of a match with number ${number}`);

  const stored = games.filter(({ state }) => state === 'stored');
  const units = stored.reduce((sum, { id }) => sum + (bodies.get(id)?.units ?? 0), 0);
  if (unitRows < units) lost.push(`there are ${unitRows} rows of units; expected ${units}`);
  if (unitRows > units) duplicated.push(`there are ${unitRows} rows of units; expected ${units}`);
  const missing = games.filter(({ id }) => bodies.get(id) === null).length;
  return { lost, duplicated, strange, stored: stored.length, missing };
}

export function isKnownToBeMissing({ state, reason }: Pick<KeptGame, 'state' | 'reason'>): boolean {
  return (state === 'wanted' || state === 'gone') && reason?.startsWith('notFound: ') === true;
}

/** Numbers are unique in the practice world, whatever the platform; if they were not, matches would have too many boards. */
function numberOf(id: string): string {
  return id.split('_')[1] ?? '';
}
