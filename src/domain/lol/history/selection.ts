/** Which games count under which options, and why the others do not. */
import type { HistoryOptions } from './history-options.ts';
import { parseDay } from './local-clock.ts';
import type { PlayedGame } from './played-game.ts';
import { isAgainstBots } from './queue-names.ts';

export interface Verdict {
  readonly isCounted: boolean;
  /** Won or lost against people, or in a queue that was asked for: part of a row of results, counted or not. */
  readonly hasResult: boolean;
  readonly reason: 'counted' | 'remake' | 'bots' | 'filter';
}

const COUNTED: Verdict = { isCounted: true, hasResult: true, reason: 'counted' };
const FILTERED: Verdict = { isCounted: false, hasResult: true, reason: 'filter' };

/** The answer is about a game that was played, on a day of the asked zone. */
export function createSelection(options: HistoryOptions): (game: PlayedGame, day: number) => Verdict {
  const isAsked = createFilter(options);
  return (game, day) => {
    const isIn = isAsked(game, day);
    if (game.standing === 'remake')
      return { isCounted: false, hasResult: false, reason: isIn ? 'remake' : 'filter' };
    if (isAgainstBots(game.queue) && !options.queues.includes(game.queue))
      return { isCounted: false, hasResult: false, reason: isIn ? 'bots' : 'filter' };
    return isIn ? COUNTED : FILTERED;
  };
}

function createFilter(options: HistoryOptions): (game: PlayedGame, day: number) => boolean {
  const [queues, champions] = [new Set(options.queues), new Set(options.champions)];
  const roles = new Set<string>(options.roles);
  const first = toDay(options.from) ?? Number.NEGATIVE_INFINITY;
  const last = toDay(options.until) ?? Number.POSITIVE_INFINITY;
  return ({ queue, role, champion }, day) =>
    day >= first &&
    day <= last &&
    (queues.size === 0 || queues.has(queue)) &&
    (roles.size === 0 || roles.has(role)) &&
    (champions.size === 0 || champions.has(champion));
}

function toDay(text: string | null): number | undefined {
  return text === null ? undefined : parseDay(text);
}
