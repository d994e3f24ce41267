/**
 * The options of a history in plain sentences. Defaults are said too: whoever reads a number knows of which games it is, and by whose
 * clock.
 */
import { joinWords } from '#/domain/tft/explore/word-lists.ts';
import type { HistoryOptions } from './history-options.ts';
import { printTime } from './options-text.ts';
import type { Role } from './played-game.ts';
import { queueName } from './queue-names.ts';

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  TOP: 'Top',
  JUNGLE: 'Jungle',
  MIDDLE: 'Middle',
  BOTTOM: 'Bottom',
  UTILITY: 'Support',
};

export function roleName(role: Role): string {
  return ROLE_NAMES[role];
}

/** `championName`: what is known of an id, or undefined. */
export function historyWords(
  options: HistoryOptions,
  championName: (champion: number) => string | undefined,
): string {
  const { queues, roles, champions, zone, dayStartMinutes, gapMinutes } = options;
  const games = [
    queues.length === 0
      ? 'Games of every queue with people on both sides'
      : `Games of ${joinWords(queues.map(queueName))}`,
    ...(champions.length === 0
      ? []
      : [
          `as ${joinWords(
            champions.map((id) => championName(id) ?? `champion ${id}`),
            'or',
          )}`,
        ]),
    ...(roles.length === 0 ? [] : [`in the role ${joinWords(roles.map(roleName), 'or')}`]),
    ...dayWords(options),
  ].join(' ');
  const day = dayStartMinutes === 0 ? 'midnight' : printTime(dayStartMinutes);
  return (
    `${games}; remakes are left out. Times are those of ${zone}, a day begins at ${day}, ` +
    `a session ends with a break of more than ${gapMinutes} minutes.`
  );
}

function dayWords({ from, until }: HistoryOptions): string[] {
  if (from === null) return until === null ? [] : [`until ${until}`];
  if (until === null) return [`since ${from}`];
  return from === until ? [`on ${from}`] : [`from ${from} to ${until}`];
}
