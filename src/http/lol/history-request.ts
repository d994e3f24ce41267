/** From an address to a player and the options that their history is looked at with, or to the refusal that says what is wrong with it. */
import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';
import { parseHistoryOptions } from '#/domain/lol/history/options-text.ts';
import { findPlatform, PLATFORMS, type Platform } from '#/domain/riot/routing.ts';
import type { FoundPlayer } from '#/jobs/lol/find-player.ts';
import { HttpProblem } from '../problems.ts';
import { refusal } from '../tft/asked-question.ts';
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

export async function playerOf(
  access: LolHistoryAccess,
  name: RiotIdParts,
  platform: string | undefined,
  signal: AbortSignal,
): Promise<FoundPlayer> {
  const finding = await access.find({ ...name, platformHint: hintIn(platform) }, signal);
  if (finding.type === 'player') return finding.player;
  if (finding.type === 'failure') throw toUpstreamProblem(finding.failure);
  throw new HttpProblem(
    'not-found',
    `Nobody has the Riot ID ${name.gameName}#${name.tagLine}. It is the name and the tag that the client shows.`,
  );
}

function hintIn(text: string | undefined): Platform | undefined {
  if (text === undefined) return undefined;
  const platform = findPlatform(text);
  if (platform === undefined)
    throw refusal([{ where: 'query/platform', expected: `one of ${PLATFORMS.join(', ')}` }]);
  return platform;
}
