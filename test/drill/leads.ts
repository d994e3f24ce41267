/**
 * Terms of the leaders, by the logs of all processes: when each began to lead, and when it ended, was asked to stop or was killed. Two terms
 * of one lead may not overlap.
 */
export type LeadName = 'projector' | 'scheduler';

/** In ms since 1970, as the logs have it. */
export interface Term {
  readonly who: string;
  readonly from: number;
  /** Infinity: it still leads. */
  readonly to: number;
}

interface Line {
  readonly time?: unknown;
  readonly msg?: unknown;
}

/** `endedAt`: when the process was gone; undefined: it runs. */
export function readTerms(lead: LeadName, who: string, log: string, endedAt: number | undefined): Term[] {
  const terms: Term[] = [];
  let from: number | undefined;
  for (const { time, msg } of readLines(log)) {
    if (typeof time !== 'number') continue;
    if (msg === `${lead} leads`) from = time;
    if (msg !== `${lead} no longer leads` || from === undefined) continue;
    terms.push({ who, from, to: time });
    from = undefined;
  }
  return from === undefined ? terms : [...terms, { who, from, to: endedAt ?? Infinity }];
}

/** Which terms overlap. */
export function findOverlaps(lead: LeadName, terms: readonly Term[]): string[] {
  const inOrder = terms.toSorted((one, other) => one.from - other.from);
  return inOrder.slice(1).flatMap((term, index) => {
    const before = inOrder[index];
    if (before === undefined || before.to <= term.from) return [];
    return [`${term.who} led as ${lead} from ${term.from}, while ${before.who} led until ${before.to}`];
  });
}

function readLines(log: string): Line[] {
  return log.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line];
    } catch {
      return []; // Cut off by a kill; `findLogFaults` reports every other line that is not JSON.
    }
  });
}
