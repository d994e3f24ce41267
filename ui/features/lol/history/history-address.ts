/**
 * The address of a player's page: what stands behind the `?` are the options of the history in their own grammar, and two keys more, the
 * platform as a hint for whoever has to find the player, and the year of the calendar. Text that cannot be read is kept as it is, so that the
 * page can say what is wrong with it.
 */
import { DEFAULT_OPTIONS, type HistoryOptions } from '#/domain/lol/history/history-options.ts';
import {
  parseHistoryOptions,
  printHistoryOptions,
  type OptionFault,
} from '#/domain/lol/history/options-text.ts';

import type { FlatSearch } from '../../../lib/flat-search.ts';

/** What an address says besides the options. */
export interface HistoryView {
  readonly platform: string | undefined;
  /** Of the calendar; undefined: the newest. */
  readonly year: string | undefined;
}

export type AskedHistory =
  | { readonly type: 'ok'; readonly options: HistoryOptions; readonly view: HistoryView }
  | { readonly type: 'refused'; readonly faults: readonly OptionFault[] };

export function readAskedHistory(search: FlatSearch): AskedHistory {
  const { platform, year, ...query } = search;
  const parsed = parseHistoryOptions(query);
  if (parsed.type === 'refused') return parsed;
  return { type: 'ok', options: parsed.options, view: { platform, year } };
}

export function searchForHistory(options: HistoryOptions, view: HistoryView): FlatSearch {
  const { platform, year } = view;
  return {
    ...Object.fromEntries(new URLSearchParams(printHistoryOptions(options))),
    ...(platform === undefined ? {} : { platform }),
    ...(year === undefined ? {} : { year }),
  };
}

/** The same clock, day and session, and every game: for other players, and for what there is to choose from. */
export function withoutFilter(options: HistoryOptions): HistoryOptions {
  const { zone, dayStartMinutes, gapMinutes } = options;
  return { ...DEFAULT_OPTIONS, zone, dayStartMinutes, gapMinutes };
}

export function isFiltered(options: HistoryOptions): boolean {
  return printHistoryOptions(options) !== printHistoryOptions(withoutFilter(options));
}

/** Of the API, without `?`. */
export function queryForHistory(options: HistoryOptions, platform: string | undefined): string {
  const hint = platform === undefined ? '' : `platform=${encodeURIComponent(platform)}`;
  return [printHistoryOptions(options), hint].filter((part) => part !== '').join('&');
}
