/**
 * What there is, against what was kept: every listed game is there once, with all of its boards, and nothing else is. A game may be
 * missing only if the world has no body of it for anybody, and if that is what the product says of it.
 */
import type { BoardsOfGame, KeptGame } from './kept-games.ts';
import type { Body, Listed } from './witness.ts';

export interface Kept {
  readonly games: readonly KeptGame[];
  readonly boards: readonly BoardsOfGame[];
  readonly unitRows: number;
}

export interface Comparison {
  /** Listed and not kept, or not all of it; with the reason. */
  readonly lost: readonly string[];
  /** There more than once. */
  readonly duplicated: readonly string[];
  /** There, and listed nowhere. */
  readonly strange: readonly string[];
  readonly stored: number;
  /** Not to be had, and known to be so. */
  readonly missing: number;
  readonly boards: number;
}

const NOT_FOUND = /^notFound: /;

export function compareWithUpstream(
  listed: Listed,
  bodies: ReadonlyMap<string, Body | null>,
  { games, boards, unitRows }: Kept,
): Comparison {
  const lost: string[] = [];
  const duplicated: string[] = [];
  const strange: string[] = [];
  const byId = new Map(games.map((game) => [game.id, game]));
  const byNumber = new Map(boards.map((game) => [game.number, game]));
  if (byId.size !== games.length) duplicated.push(`${games.length} games have ${byId.size} ids`);

  for (const id of listed.must) if (!byId.has(id)) lost.push(`${id} is listed and not known`);
  for (const { id, state, reason } of games) {
    if (!listed.may.has(id)) strange.push(`${id} is ${state} and listed nowhere`);
    const body = bodies.get(id);
    if (body === undefined) throw new Error(`the witness was not asked for ${id}`);
    const found = byNumber.get(numberOf(id));
    byNumber.delete(numberOf(id));
    if (body === null) {
      if (!isKnownToBeMissing(state, reason)) lost.push(`${id} is not to be had and ${state}: ${reason}`);
      if (found !== undefined) strange.push(`${id} is not to be had and has ${found.boards} boards`);
    } else if (state !== 'stored') {
      lost.push(`${id} is ${state}: ${reason}`);
    } else {
      const { boards: there = 0, seats = 0, units = 0 } = found ?? {};
      const what = `${id} has ${there} boards with ${units} units; expected ${body.boards} with ${body.units}`;
      if (seats < body.boards || units < body.units) lost.push(what);
      if (there > body.boards || units > body.units) duplicated.push(what);
    }
  }
  for (const { number, boards: there } of byNumber.values())
    strange.push(`there are ${there} boards of a game with number ${number}`);

  const stored = games.filter(({ state }) => state === 'stored').map(({ id }) => bodies.get(id));
  const units = stored.reduce((sum, body) => sum + (body?.units ?? 0), 0);
  if (unitRows < units) lost.push(`there are ${unitRows} rows of units; expected ${units}`);
  if (unitRows > units) duplicated.push(`there are ${unitRows} rows of units; expected ${units}`);
  return {
    lost,
    duplicated,
    strange,
    stored: stored.length,
    missing: games.filter(({ id }) => bodies.get(id) === null).length,
    boards: boards.reduce((sum, game) => sum + game.boards, 0),
  };
}

function isKnownToBeMissing(state: KeptGame['state'], reason: string | null): boolean {
  return (state === 'wanted' || state === 'gone') && NOT_FOUND.test(reason ?? '');
}

/** Numbers are unique in the practice world, whatever the platform; should they not be, games would have too many boards. */
function numberOf(id: string): string {
  return id.split('_')[1] ?? '';
}
