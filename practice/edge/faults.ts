/**
 * Decides for each call what goes wrong with it. Chance comes from the seed, the rule's place in the list and the number of the
 * call that it addresses, so the same calls in the same order meet the same faults again; what happens to a match id depends on
 * nothing but the id, so it is for ever.
 *
 * Of the rules that would replace the same thing, the first in the list wins. Delays add up.
 */
import { chance, hashText } from '../randomness.ts';
import { NO_FAULTS, type FaultPlan, type MutableFaultPlan } from './fault-plan.ts';
import { parseFaultRules, type FaultRule } from './fault-rules.ts';
import { parseRateLimits, type RateLimit } from './rate-windows.ts';
import type { RiotMethod } from './riot-methods.ts';

export interface AddressedCall {
  readonly keyName: string;
  readonly host: string;
  readonly method: RiotMethod;
  /** On the clock that the rate limits run on. */
  readonly now: number;
}

export interface Faults {
  set(
    values: readonly unknown[],
    options: { readonly now: number; readonly seed?: number | undefined },
  ): void;
  plan(call: AddressedCall): FaultPlan;
  /** The host whose counters this one uses. */
  countingHost(host: string): string;
  report(): { readonly seed: number; readonly rules: readonly FaultReport[] };
}

interface FaultReport {
  readonly rule: FaultRule;
  /** Calls that it addressed, and how many of them it hit. */
  readonly calls: number;
  readonly hits: number;
}

interface ActiveRule {
  readonly rule: FaultRule;
  readonly place: number;
  readonly setAt: number;
  readonly application: readonly RateLimit[] | null;
  readonly method: readonly RateLimit[] | null;
  calls: number;
  hits: number;
}

export function createFaults(initialSeed: number): Faults {
  let seed = initialSeed;
  let active: readonly ActiveRule[] = [];
  let counting = new Map<string, string>();

  return {
    set(values, options) {
      const rules = parseFaultRules(values);
      seed = options.seed ?? seed;
      active = rules.map((rule, place) => activate(rule, place, options.now));
      counting = new Map(rules.flatMap(sharedHosts));
    },
    plan(call) {
      if (active.length === 0) return NO_FAULTS;
      const plan: MutableFaultPlan = { ...NO_FAULTS };
      for (const each of active) if (addresses(each, call)) consider(each, plan, seed);
      return plan;
    },
    countingHost: (host) => counting.get(host) ?? host,
    report: () => ({ seed, rules: active.map(({ rule, calls, hits }) => ({ rule, calls, hits })) }),
  };
}

function activate(rule: FaultRule, place: number, setAt: number): ActiveRule {
  const changed = rule.kind === 'other-limits' ? rule : undefined;
  return {
    rule,
    place,
    setAt,
    application: limitsIn(changed?.application),
    method: limitsIn(changed?.method),
    calls: 0,
    hits: 0,
  };
}

/** Host → the host whose counters it uses, which is the first of those that share. */
function sharedHosts(rule: FaultRule): [string, string][] {
  const hosts = rule.kind === 'shared-counters' ? (rule.hosts ?? []) : [];
  return hosts.map((host) => [host, hosts[0] ?? host]);
}

function limitsIn(text: string | undefined): readonly RateLimit[] | null {
  return text === undefined ? null : parseRateLimits(text);
}

function addresses({ rule, setAt }: ActiveRule, { keyName, host, method, now }: AddressedCall): boolean {
  if (rule.methods?.includes(method) === false) return false;
  if (rule.hosts?.includes(host) === false) return false;
  if (rule.keys?.includes(keyName) === false) return false;
  const sinceMs = now - setAt;
  return sinceMs >= (rule.fromMs ?? 0) && sinceMs < (rule.untilMs ?? Infinity);
}

function consider(active: ActiveRule, plan: MutableFaultPlan, seed: number): void {
  const { rule, place } = active;
  const call = active.calls++;
  if (call < (rule.fromCall ?? 0) || call >= (rule.untilCall ?? Infinity)) return;
  const { share = 1, run = 1 } = rule;
  if (rule.kind === 'missing-match') {
    // Told by the id alone, so the same id is missing tomorrow and after a restart, too.
    plan.isMissing = anyOf(plan.isMissing, (id) => chance(seed, place, hashText(id)) < share);
    return;
  }
  if (chance(seed, place, Math.floor(call / run)) >= share) return;
  active.hits++;
  apply(active, plan, (salt) => chance(seed, place, call, salt));
}

function anyOf(first: (id: string) => boolean, second: (id: string) => boolean): (id: string) => boolean {
  return (id) => first(id) || second(id);
}

function apply(active: ActiveRule, plan: MutableFaultPlan, roll: (salt: number) => number): void {
  const { rule } = active;
  switch (rule.kind) {
    case 'delay-before-counting':
      plan.delayBeforeMs += delayOf(rule, roll);
      return;
    case 'delay-after-counting':
      plan.delayAfterMs += delayOf(rule, roll);
      return;
    case 'other-limits':
      plan.applicationLimits ??= active.application;
      plan.methodLimits ??= active.method;
      return;
    case 'late-match':
      plan.lateWithinMs = Math.max(plan.lateWithinMs, rule.withinMs);
      return;
    case 'empty-ladder':
      plan.emptyTiers = [...plan.emptyTiers, ...(rule.tiers ?? ['*'])];
      return;
    case 'foreign-ids':
      plan.foreignIds ??= roll(1);
      return;
    case 'retry-after':
      plan.retryAfter ??= rule.value;
      return;
    case 'missing-headers':
    case 'garbage-headers':
      plan.headers ??= { rule, roll };
      return;
    case 'service-429':
    case 'server-429':
    case 'unknown-429':
    case 'bare-429':
    case 'server-error':
    case 'cut-connection':
      plan.instead ??= { rule, roll };
      return;
    case 'truncated-body':
    case 'slow-body':
    case 'huge-body':
    case 'gzip-bomb':
    case 'invalid-json':
    case 'html-body':
      plan.body ??= rule;
      return;
    case 'shared-counters':
    case 'missing-match':
      return; // Decided elsewhere: one when the rules are set, the other by the match id.
    default:
      rule satisfies never;
  }
}

function delayOf(
  rule: {
    readonly minMs: number;
    readonly maxMs: number;
    readonly tailShare?: number;
    readonly tailMs?: number;
  },
  roll: (salt: number) => number,
): number {
  if (roll(1) < (rule.tailShare ?? 0)) return rule.tailMs ?? rule.maxMs;
  return rule.minMs + roll(2) * (rule.maxMs - rule.minMs);
}
