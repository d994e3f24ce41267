/**
 * The limiter for one API key on one host, in one process. It takes permits from the shared budget in batches: for all waiting callers, and a
 * few in reserve while calls are frequent, so that most permits cost microseconds. The results of calls are reported with the next query, at
 * once if other callers wait for them.
 *
 *   acquire ──► a spare permit? ──► go
 *      └──────► queue ──► query the budget, one query at a time ──► go, or wait until room is expected or a hint arrives
 *
 * Nothing is sent without a permit of the shared budget: while PostgreSQL is unavailable, all callers wait.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { backoffDelayMs } from '#/domain/backoff.ts';
import {
  LEASE_MS,
  LOOK_ANYWAY_MS,
  describeBudget,
  syncBudget,
  type BudgetView,
  type Grant,
  type Settlement,
  type SyncAnswer,
  type SyncRequest,
  type Want,
} from '#/domain/limiter/budget.ts';
import type { Lane, LimitedCall, LimitReading, Permit } from '#/domain/limiter/limiter.ts';
import type { BudgetName, ChangeBudget } from './permit.ts';
import { type Alarm, createAlarm, createWaitingLine, type WaitingLine } from './waiting-line.ts';

export interface LimiterObserver {
  granted(call: LimitedCall, waitedMs: number): void;
  refused(call: LimitedCall, by: NonNullable<LimitReading['refusal']>['by']): void;
}

export interface HostLimiterOptions {
  readonly name: BudgetName;
  readonly change: ChangeBudget;
  readonly log: Logger;
  readonly observe: LimiterObserver;
}

export interface HostLimiter {
  acquire(call: LimitedCall): Promise<Permit>;
  /** Another process reports that there may be room. */
  hint(): void;
  /** As last read by this process. */
  view(): BudgetView | undefined;
  /** Rejects waiting callers and gives spare permits back. */
  stop(): Promise<void>;
}

interface HeldPermit {
  readonly grant: Grant;
  readonly index: number;
}

interface Waiter {
  readonly go: (permit: HeldPermit) => void;
  readonly fail: (reason: Error) => void;
}

interface State extends HostLimiterOptions {
  readonly line: WaitingLine<Waiter>;
  readonly spare: Map<string, HeldPermit[]>;
  readonly alarm: Alarm;
  /** Identifies this process to the others; renewed if the outcome of the last query is unknown. */
  owner: string;
  settlements: Settlement[];
  underWay: number;
  spareUsedAt: number;
  /** The method whose spare permits are half used up. */
  runsLow: string | undefined;
  lastLook:
    | {
        /** By the clock of this process, before the query and when the budget was read. */
        readonly before: number;
        readonly read: number;
        /** By PostgreSQL's. */
        readonly now: number;
        readonly wanted: readonly string[];
      }
    | undefined;
  view: BudgetView | undefined;
  failures: number;
  querying: Promise<void> | undefined;
  shouldQueryAgain: boolean;
  isStopped: boolean;
}

/** Results that no caller waits for are reported after this time. */
const REPORT_MS = 100;
const SPARE = 32;
/** Spare permits that are unused for this time are given back. */
const KEEP_SPARE_MS = 500;
/** An aborted call may still be on its way to the server. */
const LINGER_MS = 2_000;
/** Tolerated difference between the clocks of this process and PostgreSQL. */
const DRIFT = { share: 1 / 1_000, ms: 2 };
const RETRY = { firstMs: 100, maxMs: 2_000 };

export function createHostLimiter(options: HostLimiterOptions): HostLimiter {
  const state: State = {
    ...options,
    line: createWaitingLine(),
    spare: new Map(),
    alarm: createAlarm(() => {
      if (state.querying === undefined) look(state);
      else state.shouldQueryAgain = true;
    }),
    owner: randomUUID(),
    settlements: [],
    underWay: 0,
    spareUsedAt: 0,
    runsLow: undefined,
    lastLook: undefined,
    view: undefined,
    failures: 0,
    querying: undefined,
    shouldQueryAgain: false,
    isStopped: false,
  };
  return {
    acquire: (call) => acquire(state, call),
    hint() {
      if (!state.line.isEmpty()) query(state);
    },
    view: () => state.view,
    async stop() {
      state.isStopped = true;
      for (const waiter of state.line.clear()) waiter.fail(new Error('the limiter is being stopped'));
      await state.querying;
      returnSpare(state);
      if (state.settlements.length > 0) await sync(state);
      state.alarm.stop();
    },
  };
}

async function acquire(state: State, call: LimitedCall): Promise<Permit> {
  call.signal?.throwIfAborted();
  if (state.isStopped) throw new Error('the limiter is being stopped');
  const begun = performance.now();
  const held = takeSpare(state, call.method) ?? (await waitInLine(state, call));
  state.spareUsedAt = performance.now();
  state.observe.granted(call, state.spareUsedAt - begun);
  return toPermit(state, call, held);
}

function waitInLine(state: State, { lane, method, signal }: LimitedCall): Promise<HeldPermit> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      state.line.remove(lane, method, waiter);
      reject(signal?.reason as Error);
    };
    const waiter: Waiter = {
      go(held) {
        signal?.removeEventListener('abort', leave);
        resolve(held);
      },
      fail(reason) {
        signal?.removeEventListener('abort', leave);
        reject(reason);
      },
    };
    signal?.addEventListener('abort', leave, { once: true });
    // A queue that is not empty has already caused a query.
    if (state.line.add(lane, method, waiter)) query(state);
  });
}

function toPermit(state: State, call: LimitedCall, { grant, index }: HeldPermit): Permit {
  let isSettled = false;
  state.underWay += 1;
  const settle = (result: Settlement['result'], isUrgent: boolean): void => {
    state.underWay -= 1;
    state.settlements.push({ grant: grant.id, index, result });
    if (isUrgent) query(state);
    else state.alarm.setIn(REPORT_MS);
  };
  const once = (act: () => void): void => {
    if (isSettled) return;
    isSettled = true;
    act();
  };
  return {
    answered: (reading) =>
      once(() => {
        if (reading.refusal) state.observe.refused(call, reading.refusal.by);
        settle(reading, grant.isAwaited || reading.refusal !== undefined);
      }),
    lost: () => once(() => void setTimeout(() => settle('lost', grant.isAwaited), LINGER_MS).unref()),
    giveBack: () => once(() => settle('unused', grant.isAwaited)),
  };
}

/** One query at a time; what happens meanwhile goes into the next. */
function query(state: State): void {
  if (state.querying !== undefined) state.shouldQueryAgain = true;
  else if (state.failures === 0) look(state);
}

function look(state: State): void {
  // Calls that end after the stop count as lost when their lease ends; the store may be closed by now.
  if (state.isStopped) return;
  if (performance.now() - state.spareUsedAt >= KEEP_SPARE_MS) returnSpare(state);
  const hasNothingToReport = state.settlements.length === 0 && state.underWay === 0;
  if (state.line.isEmpty() && hasNothingToReport && state.runsLow === undefined) {
    // No retry is pending: the next caller must query at once.
    state.failures = 0;
    if (state.spare.size > 0) state.alarm.setIn(KEEP_SPARE_MS);
    return;
  }
  state.shouldQueryAgain = false;
  state.querying = sync(state).finally(() => {
    state.querying = undefined;
    if (state.shouldQueryAgain) query(state);
  });
}

async function sync(state: State): Promise<void> {
  const before = performance.now();
  try {
    const answer = await state.change(state.name, (budget, now) => {
      const wants = state.line.wants();
      const { settlements, lastLook } = state;
      state.settlements = [];
      const answer = syncBudget(budget, {
        owner: state.owner,
        now,
        clockJumpMs: clockJumpSince(lastLook, now),
        settlements,
        wants,
        spare: spareFor(state, wants, before),
      });
      state.lastLook = { before, now, read: performance.now(), wanted: wants.map((want) => want.method) };
      state.view = describeBudget(budget, now);
      return { result: answer, notifyOthers: answer.othersShouldLook };
    });
    state.failures = 0;
    handOut(state, answer, before);
    planNext(state, answer);
  } catch (error) {
    abandonQuery(state, error);
  }
}

function handOut(state: State, { grants }: SyncAnswer, before: number): void {
  const isTooLate = performance.now() - before > LEASE_MS / 2;
  for (const grant of grants) {
    for (const [index, lane] of grant.lanes.entries()) {
      const held = { grant, index };
      const waiter = isTooLate ? undefined : nextInLine(state, lane, grant.method);
      if (waiter !== undefined) waiter.go(held);
      else keepSpare(state, held);
    }
  }
}

/** The caller that requested it may have left. */
function nextInLine({ line }: State, lane: Lane | null, method: string): Waiter | undefined {
  return (lane === null ? undefined : line.next(lane, method)) ?? line.nextOf(method);
}

function planNext(state: State, { retryAt }: SyncAnswer): void {
  const { line, alarm, lastLook } = state;
  if (retryAt !== null && lastLook !== undefined) {
    const inMs = retryAt - lastLook.now - (performance.now() - lastLook.read);
    alarm.setIn(Number.isFinite(inMs) ? Math.max(0, inMs) : LOOK_ANYWAY_MS);
  }
  // A caller arrived during the query.
  if (retryAt === null && !line.isEmpty()) alarm.setIn(0);
  if (state.spare.size > 0) alarm.setIn(KEEP_SPARE_MS);
  // Renews the lease of the permits in use.
  if (state.underWay > 0) alarm.setIn(LEASE_MS / 3);
}

/**
 * Whether the query took effect is unknown. The results it reported, and permits it may have received, count as lost calls when the lease of
 * the old name ends: that costs room for some seconds, and never causes an excess call.
 */
function abandonQuery(state: State, error: unknown): void {
  state.owner = randomUUID();
  state.spare.clear();
  state.lastLook = undefined;
  state.failures += 1;
  if (state.failures === 1)
    state.log.warn({ err: error, ...state.name }, 'no permits: the shared budget is unavailable');
  state.alarm.stop();
  if (!state.isStopped) state.alarm.setIn(backoffDelayMs(RETRY, state.failures, Math.random()));
}

function keepSpare(state: State, held: HeldPermit): void {
  const kept = state.spare.get(held.grant.method) ?? [];
  kept.push(held);
  state.spare.set(held.grant.method, kept);
}

function returnSpare(state: State): void {
  for (const { grant, index } of [...state.spare.values()].flat())
    state.settlements.push({ grant: grant.id, index, result: 'unused' });
  state.spare.clear();
}

function takeSpare(state: State, method: string): HeldPermit | undefined {
  // After a long pause of this process the lease of spare permits may have ended.
  if (performance.now() - (state.lastLook?.before ?? 0) > LEASE_MS / 2) returnSpare(state);
  const kept = state.spare.get(method);
  const held = kept?.pop();
  if (kept === undefined || held === undefined) return undefined;
  if (kept.length === 0) state.spare.delete(method);
  if (kept.length === SPARE / 2) {
    state.runsLow = method;
    query(state);
  }
  return held;
}

/** Only while calls of a method are frequent: its spare permits are used up, or it was requested by two successive queries. */
function spareFor(state: State, wants: readonly Want[], before: number): SyncRequest['spare'] {
  const { lastLook, runsLow } = state;
  state.runsLow = undefined;
  if (runsLow !== undefined) return { method: runsLow, count: SPARE };
  if (lastLook === undefined || before - lastLook.before > KEEP_SPARE_MS) return undefined;
  const again = wants.find((want) => lastLook.wanted.includes(want.method));
  return again && { method: again.method, count: SPARE };
}

/** By how much PostgreSQL's clock certainly jumped forward. */
function clockJumpSince(lastLook: State['lastLook'], now: number): number {
  if (lastLook === undefined) return 0;
  const atMost = performance.now() - lastLook.before;
  const jump = now - lastLook.now - atMost;
  return jump > DRIFT.ms + atMost * DRIFT.share ? jump : 0;
}
