/**
 * What goes wrong with whole answers, as rules that a test sets: errors that come with HTTP 200, errors that do not, bodies that are
 * not what they say. Chance comes from the seed, the rule and the number of the call that it addresses, so the same calls in the
 * same order meet the same faults again. The first rule that hits wins.
 */
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { chance } from '../randomness.ts';
import { describeComplaint } from '../edge/side-door.ts';

export const FOOTBALL_FAULTS = [
  'rate-limit', // errors.rateLimit with HTTP 200
  'requests', // errors.requests: the day's quota is used up
  'token',
  'plan',
  'ip',
  'bug',
  'http-204', // an envelope with errors, which nobody can read: 204 has no body
  'http-429',
  'http-499',
  'http-500',
  'html-body', // 200 and a web page
  'invalid-json', // half a body
  'empty-response', // 200, no errors, no results
  'empty-events', // every list of events is empty
  'malformed-item', // the first item is not what it should be, the others are
  'missing-item', // the first item is left out
  'no-quota-headers',
  'cut-connection',
  'delay',
] as const;

const FaultRule = Type.Object(
  {
    kind: Type.Enum([...FOOTBALL_FAULTS]),
    share: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    /** Calls in a row that share one fate. */
    run: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Counted over the calls that are addressed: the first that is hit, and the first that is spared again. */
    fromCall: Type.Optional(Type.Integer({ minimum: 0 })),
    untilCall: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Only calls with this parameter: date, live, ids, … */
    parameter: Type.Optional(Type.String()),
    ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
  },
  { additionalProperties: false },
);
export type FootballFault = Static<typeof FaultRule>;

export interface FootballFaults {
  set(rules: readonly unknown[], seed?: number): void;
  next(query: URLSearchParams): FootballFault | null;
  report(): readonly { readonly rule: FootballFault; readonly calls: number; readonly hits: number }[];
}

export function createFootballFaults(initialSeed: number): FootballFaults {
  let seed = initialSeed;
  let active: { readonly rule: FootballFault; calls: number; hits: number }[] = [];
  const check = Compile(FaultRule);

  function parse(value: unknown, index: number): FootballFault {
    const [complaint] = check.Errors(value);
    if (complaint !== undefined)
      throw new Error(describeComplaint(`football fault rule ${index}`, complaint));
    return value as FootballFault;
  }

  return {
    set(rules, newSeed) {
      active = rules.map(parse).map((rule) => ({ rule, calls: 0, hits: 0 }));
      seed = newSeed ?? seed;
    },
    next(query) {
      let found: FootballFault | null = null;
      for (const [place, each] of active.entries()) {
        const { share = 1, run = 1, fromCall = 0, untilCall = Infinity, parameter } = each.rule;
        if (parameter !== undefined && !query.has(parameter)) continue;
        const call = each.calls++;
        if (call < fromCall || call >= untilCall) continue;
        if (found !== null || chance(seed, place, Math.floor(call / run)) >= share) continue;
        each.hits++;
        found = each.rule;
      }
      return found;
    },
    report: () => active.map(({ rule, calls, hits }) => ({ rule, calls, hits })),
  };
}
