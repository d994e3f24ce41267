/** The cells of hours, weekdays, hour × weekday, months, and where a game is in them. */
import type { CellName } from './cell-list.ts';
import type { GameInContext } from './game-context.ts';
import { DAY_MS } from './local-clock.ts';

const HOURS = 24;
export const WEEKDAYS = [
  { key: 'mon', label: 'Monday' },
  { key: 'tue', label: 'Tuesday' },
  { key: 'wed', label: 'Wednesday' },
  { key: 'thu', label: 'Thursday' },
  { key: 'fri', label: 'Friday' },
  { key: 'sat', label: 'Saturday' },
  { key: 'sun', label: 'Sunday' },
] as const satisfies readonly CellName[];

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export function hourCells(): CellName[] {
  return Array.from({ length: HOURS }, (_, hour) => ({
    key: String(hour),
    label: `${hourText(hour)}:00 to ${hourText(hour)}:59`,
  }));
}

export function hourText(hour: number): string {
  return String(hour).padStart(2, '0');
}

export function heatCells(): CellName[] {
  return WEEKDAYS.flatMap((weekday) =>
    hourCells().map(({ key, label }) => ({
      key: `${weekday.key}-${key}`,
      label: `${weekday.label}, ${label}`,
    })),
  );
}

export function heatPlace({ wall }: GameInContext): number {
  return wall.weekday * HOURS + wall.hour;
}

/** From the month of the first day to that of the last, without a gap. */
export function monthCells(firstDay: number, lastDay: number): CellName[] {
  const count = monthOf(lastDay) - monthOf(firstDay) + 1;
  return Array.from({ length: count }, (_, index) => {
    const month = monthOf(firstDay) + index;
    const [year, inYear] = [Math.floor(month / 12), month % 12];
    return { key: `${year}-${hourText(inYear + 1)}`, label: `${MONTHS[inYear]} ${year}` };
  });
}

/** Months since the year 0. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
