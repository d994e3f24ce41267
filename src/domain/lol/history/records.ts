/** The most, the longest, the best of a history. A record that several games share belongs to the first of them; one of 0 is none. */
import type { GameInContext } from './game-context.ts';
import { dayText } from './local-clock.ts';
import type { PlayedGame } from './played-game.ts';
import type { Session } from './sessions.ts';

type RecordKind =
  | 'longest-win-streak'
  | 'longest-loss-streak'
  | 'most-games-in-a-day'
  | 'longest-session'
  | 'longest-game'
  | 'shortest-game'
  | 'most-kills'
  | 'most-deaths'
  | 'most-assists'
  | 'best-kda'
  | 'most-minions-per-minute'
  | 'most-damage'
  | 'most-vision';

export interface HistoryRecord {
  readonly kind: RecordKind;
  readonly label: string;
  readonly value: number;
  readonly text: string;
  readonly at: string;
  readonly game: string | null;
  readonly detail: string;
}

interface GameRecord {
  readonly kind: RecordKind;
  readonly label: string;
  readonly value: (game: PlayedGame) => number;
  readonly text: (value: number, game: PlayedGame) => string;
  readonly isLeast?: boolean;
}

const OF_GAMES: readonly GameRecord[] = [
  { kind: 'longest-game', label: 'Longest game', value: ({ seconds }) => seconds, text: clockText },
  {
    kind: 'shortest-game',
    label: 'Shortest game',
    value: ({ seconds }) => seconds,
    text: clockText,
    isLeast: true,
  },
  { kind: 'most-kills', label: 'Most kills', value: ({ kills }) => kills, text: scoreText },
  { kind: 'most-deaths', label: 'Most deaths', value: ({ deaths }) => deaths, text: scoreText },
  { kind: 'most-assists', label: 'Most assists', value: ({ assists }) => assists, text: scoreText },
  {
    kind: 'best-kda',
    label: 'Best KDA',
    value: ({ kills, deaths, assists }) => (kills + assists) / Math.max(1, deaths),
    text: (value, game) => `${value.toFixed(1)} (${scoreText(value, game)})`,
  },
  {
    kind: 'most-minions-per-minute',
    label: 'Most minions a minute',
    value: ({ minions, seconds }) => (minions * 60) / Math.max(1, seconds),
    text: (value) => `${value.toFixed(1)} a minute`,
  },
  { kind: 'most-damage', label: 'Most damage to champions', value: ({ damage }) => damage, text: wholeText },
  { kind: 'most-vision', label: 'Highest vision score', value: ({ vision }) => vision, text: wholeText },
];

/** `games`: counted, oldest first; `sessions`: theirs. */
export function recordsOf(games: readonly GameInContext[], sessions: readonly Session[]): HistoryRecord[] {
  return [
    ...longestRow(games, true),
    ...longestRow(games, false),
    ...busiestDay(games),
    ...longestSession(sessions),
    ...OF_GAMES.flatMap((record) => bestGame(record, games)),
  ];
}

function bestGame(
  { kind, label, value, text, isLeast }: GameRecord,
  games: readonly GameInContext[],
): HistoryRecord[] {
  const sign = isLeast === true ? -1 : 1;
  const best = first(games, ({ game }) => sign * value(game));
  if (best === undefined || value(best.game) === 0) return [];
  const { game } = best;
  const reached = value(game);
  return [toRecord(kind, label, reached, text(reached, game), game, game.championName)];
}

/** Of counted games, whatever the break between them. */
function longestRow(games: readonly GameInContext[], isWin: boolean): HistoryRecord[] {
  let [length, longest] = [0, 0];
  let end: PlayedGame | undefined;
  for (const { game } of games) {
    length = game.isWin === isWin ? length + 1 : 0;
    if (length <= longest) continue;
    longest = length;
    end = game;
  }
  if (end === undefined) return [];
  const [kind, label, word]: [RecordKind, string, string] = isWin
    ? ['longest-win-streak', 'Most wins in a row', 'won']
    : ['longest-loss-streak', 'Most losses in a row', 'lost'];
  return [{ ...toRecord(kind, label, longest, `${longest} ${word} in a row`, end, ''), game: null }];
}

function busiestDay(games: readonly GameInContext[]): HistoryRecord[] {
  const days = [...Map.groupBy(games, ({ wall }) => wall.day)];
  const most = first(days, ([, played]) => played.length);
  const [opening] = most?.[1] ?? [];
  if (most === undefined || opening === undefined) return [];
  const [day, { length }] = most;
  const text = `${length} ${length === 1 ? 'game' : 'games'}`;
  return [
    {
      ...toRecord('most-games-in-a-day', 'Most games in a day', length, text, opening.game, dayText(day)),
      game: null,
    },
  ];
}

function longestSession(sessions: readonly Session[]): HistoryRecord[] {
  const longest = first(sessions, ({ startedAt, endedAt }) => endedAt - startedAt);
  const [opening] = longest?.games ?? [];
  if (longest === undefined || opening === undefined) return [];
  const seconds = (longest.endedAt - longest.startedAt) / 1_000;
  const { length } = longest.games;
  const detail = `${length} ${length === 1 ? 'game' : 'games'}`;
  const record = toRecord(
    'longest-session',
    'Longest session',
    seconds,
    clockText(seconds),
    opening.game,
    detail,
  );
  return [{ ...record, game: null }];
}

function toRecord(
  kind: RecordKind,
  label: string,
  value: number,
  text: string,
  game: PlayedGame,
  detail: string,
): HistoryRecord {
  return { kind, label, value, text, at: new Date(game.startedAt).toISOString(), game: game.id, detail };
}

/** The first with the largest value. */
function first<Thing>(things: readonly Thing[], value: (thing: Thing) => number): Thing | undefined {
  let [best, most]: [Thing | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
  for (const thing of things) {
    const size = value(thing);
    if (size > most) [best, most] = [thing, size];
  }
  return best;
}

/** `41:07`, `2:05:09`. */
function clockText(value: number): string {
  const seconds = Math.round(value);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] === 0 ? parts.slice(1) : parts)
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
}

function scoreText(_value: number, { kills, deaths, assists }: PlayedGame): string {
  return `${kills}/${deaths}/${assists}`;
}

function wholeText(value: number): string {
  return value.toLocaleString('en-US');
}
