/** The 168 cells of hour × weekday as rows of a table: weekdays from top to bottom where there is room, hours where there is not. */
import type { LolCell } from '#/contract/lol-cells.ts';

interface HeatRow {
  /** `Mon`, or `17`. */
  readonly label: string;
  readonly cells: readonly LolCell[];
}

export interface HeatTable {
  readonly columns: readonly string[];
  readonly rows: readonly HeatRow[];
}

const HOURS = 24;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const HOUR_LABELS = Array.from({ length: HOURS }, (_, hour) => String(hour).padStart(2, '0'));

/** `cells`: weekday by weekday, as they travel. */
export function heatTable(cells: readonly LolCell[], isNarrow: boolean): HeatTable {
  const days = DAYS.map((label, day) => ({ label, cells: cells.slice(day * HOURS, (day + 1) * HOURS) }));
  if (!isNarrow) return { columns: HOUR_LABELS, rows: days };
  const rows = HOUR_LABELS.map((label, hour) => ({
    label,
    cells: days.flatMap((day) => day.cells.slice(hour, hour + 1)),
  }));
  return { columns: DAYS, rows };
}
