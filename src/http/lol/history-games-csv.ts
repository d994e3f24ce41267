/**
 * The games of a history as a table for spreadsheets, one line each, newest first: those that the filter leaves, with remakes and games
 * against bots, which say by themselves that they are not counted. Dates and hours are those of the zone; what is not known is empty.
 */
import { readInContext, type GameInContext } from '#/domain/lol/history/game-context.ts';
import type { HistoryOptions } from '#/domain/lol/history/history-options.ts';
import { dayText } from '#/domain/lol/history/local-clock.ts';
import type { MinuteMark, PlayedGame } from '#/domain/lol/history/played-game.ts';
import { toCsvLines, type CsvCell } from '../csv-lines.ts';

type Columns = Readonly<Record<string, (row: GameInContext) => CsvCell>>;

const COLUMNS: Columns = {
  game: ({ game }) => game.id,
  'started at': ({ game }) => new Date(game.startedAt).toISOString(),
  date: ({ wall }) => dayText(wall.day),
  hour: ({ wall }) => wall.hour,
  counted: ({ verdict }) => verdict.isCounted,
  standing: ({ game }) => game.standing,
  win: ({ game }) => (game.standing === 'played' ? game.isWin : null),
  seconds: ({ game }) => game.seconds,
  session: ({ session }) => session + 1,
  'game of session': ({ position }) => position,
  'break before (minutes)': ({ breakMs }) => (breakMs === null ? null : Math.round(breakMs / 60_000)),
  queue: ({ game }) => game.queue,
  patch: ({ game }) => game.patch,
  champion: ({ game }) => game.championName || game.champion,
  role: ({ game }) => game.role,
  side: ({ game }) => game.side,
  ...Object.fromEntries(
    (['kills', 'deaths', 'assists', 'minions', 'gold', 'damage', 'vision'] as const).map((name) => [
      name,
      ({ game }: GameInContext) => game[name],
    ]),
  ),
  ...marks('10', ({ timeline }) => timeline?.at10),
  ...marks('15', ({ timeline }) => timeline?.at15),
  'first death': ({ game }) => game.timeline?.firstDeath ?? null,
  'first kill': ({ game }) => game.timeline?.firstKill ?? null,
  'first item': ({ game }) => game.timeline?.firstItem ?? null,
};

export function toGamesCsv(games: readonly PlayedGame[], options: HistoryOptions): string {
  const rows = readInContext(games, options)
    .filter(({ verdict }) => verdict.reason !== 'filter')
    .toReversed();
  const readers = Object.values(COLUMNS);
  return toCsvLines([Object.keys(COLUMNS), ...rows.map((row) => readers.map((read) => read(row)))]);
}

function marks(minute: string, markOf: (game: PlayedGame) => MinuteMark | null | undefined): Columns {
  const column = (read: (mark: MinuteMark) => number | null) => (row: GameInContext) => {
    const mark = markOf(row.game);
    return mark ? read(mark) : null;
  };
  return {
    [`gold at ${minute}`]: column(({ gold }) => gold),
    [`minions at ${minute}`]: column(({ minions }) => minions),
    [`xp at ${minute}`]: column(({ xp }) => xp),
    [`gold difference at ${minute}`]: column(({ goldDifference }) => goldDifference),
    [`minions difference at ${minute}`]: column(({ minionsDifference }) => minionsDifference),
    [`xp difference at ${minute}`]: column(({ xpDifference }) => xpDifference),
  };
}
