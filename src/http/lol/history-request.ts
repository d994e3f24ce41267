/** From an address to a player and the options that their history is looked at with, or to the refusal that says what is wrong with it. */
import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';
import { parseHistoryOptions } from '#/domain/lol/history/options-text.ts';
import { findPlatform, type Platform, PLATFORMS } from '#/domain/riot/routing.ts';
import { HttpProblem } from '#/http/problems.ts';
import { refusal } from '#/http/tft/asked-question.ts';
import type { FoundPlayer, KnownName } from '#/lol/find.ts';
import type { LolHistoryAccess } from './history-access.ts';
import { toUpstreamProblem } from './upstream-problem.ts';

export interface RiotIdParts {
  readonly gameName: string;
  readonly tagLine: string;
}

/** As Fastify parses it: what is there twice is a list. */
type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export function optionsIn(query: Query): HistoryOptions {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value !== 'string') throw refusal([{ where: `query/${name}`, expected: 'to be given once' }]);
    values[name] = value;
  }
  const parsed = parseHistoryOptions(values);
  if (parsed.type === 'ok') return parsed.options;
  throw refusal(parsed.faults.map(({ where, expected }) => ({ where: `query/${where}`, expected })));
}

/** Makes no upstream call; a name that is not known here is 404. */
export async function playerOf(access: LolHistoryAccess, name: RiotIdParts): Promise<FoundPlayer> {
  const known = await locate(access, name);
  if (known.type === 'player') return known.player;
  throw new HttpProblem(
    'not-found',
    `${name.gameName}#${name.tagLine} is not known here yet. GET …/history looks the player up and collects the history.`,
  );
}

/** Throws if it is known that the player does not exist, or that no player can be looked up. */
export async function locate(
  access: LolHistoryAccess,
  name: RiotIdParts,
): Promise<Extract<KnownName, { type: 'player' | 'unknown' }>> {
  const known = await access.locate(name);
  if (known.type === 'noKey') throw toUpstreamProblem(known.failure);
  if (known.type !== 'nobody') return known;
  throw new HttpProblem(
    'not-found',
    `No player has the Riot ID ${name.gameName}#${name.tagLine}: it is the name and the tag that the client shows. ` +
      `It was looked up ${Math.round(known.ageSeconds)} s ago and is looked up again in ${known.againSeconds} s at the earliest.`,
    { headers: { 'retry-after': String(known.againSeconds) } },
  );
}

export function hintIn(text: string | undefined): Platform | undefined {
  if (text === undefined) return undefined;
  const platform = findPlatform(text);
  if (platform === undefined)
    throw refusal([{ where: 'query/platform', expected: `one of ${PLATFORMS.join(', ')}` }]);
  return platform;
}
