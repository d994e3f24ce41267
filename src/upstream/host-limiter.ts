/**
 * The limiter for one API key on one host, in one process. It asks the shared budget for permits in batches: for all who wait at
 * that moment, and a few to spare while calls come thick, so that most of them cost microseconds. What the calls brought is
 * told with the next question; at once when others wait for it.
 *
 *   acquire ──► a spare permit? ──► go
 *      └──────► line ──► ask the budget, one question at a time ──► go, or wait until room is expected or a hint comes
 *
 * Nothing is sent without a permit of the shared budget: while PostgreSQL is away, everybody waits.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { backoffDelayMs } from '#/domain/backoff.ts';
import { describeBudget, type BudgetView } from '#/domain/limiter/budget-view.ts';
import {
  LEASE_MS,
  LOOK_ANYWAY_MS,
  syncBudget,
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
  /** Somebody else says that there may be room. */
  hint(): void;
  /** As it was when this process last looked. */
  view(): BudgetView | undefined;
  /** Whoever waits is told that it is over; what is held is given back. */
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
  /** This process to the others; a new name when it cannot know what its last question did. */
  owner: string;
  settlements: Settlement[];
  underWay: number;
  spareUsedAt: number;
  /** The method whose spare permits are half used. */
  runsLow: string | undefined;
  lastLook:
    | {
        /** By this process's clock, before the question and when the budget was read. */
        readonly before: number;
        readonly read: number;
        /** By PostgreSQL's. */
        readonly now: number;
        readonly wanted: readonly string[];
      }
    | undefined;
  view: BudgetView | undefined;
  failures: number;
  asking: Promise<void> | undefined;
  shouldAskAgain: boolean;
  isStopped: boolean;
}

/** How long an answer that nobody waits for is kept before it is told. */
const TELL_MS = 100;
const SPARE = 32;
/** Spare permits that were not needed for so long are given back. */
const KEEP_SPARE_MS = 500;
/** A call that was given up may still be on its way to the server for a moment. */
const LINGER_MS = 2_000;
/** Clocks that drift apart by less than a thousandth are good clocks. */
const DRIFT = { share: 1 / 1_000, ms: 2 };
const RETRY = { firstMs: 100, maxMs: 2_000 };

export function createHostLimiter(options: HostLimiterOptions): HostLimiter {
  const state: State = {
    ...options,
    line: createWaitingLine(),
    spare: new Map(),
    alarm: createAlarm(() => {
      if (state.asking === undefined) look(state);
      else state.shouldAskAgain = true;
    }),
    owner: randomUUID(),
    settlements: [],
    underWay: 0,
    spareUsedAt: 0,
    runsLow: undefined,
    lastLook: undefined,
    view: undefined,
    failures: 0,
    asking: undefined,
    shouldAskAgain: false,
    isStopped: false,
  };
  return {
    acquire: (call) => acquire(state, call),
    hint() {
      if (!state.line.isEmpty()) ask(state);
    },
    view: () => state.view,
    async stop() {
      state.isStopped = true;
      for (const waiter of state.line.clear()) waiter.fail(new Error('the limiter is being stopped'));
      await state.asking;
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
    // Those who find others of their kind waiting are thought of when these are served.
    if (state.line.add(lane, method, waiter)) ask(state);
  });
}

function toPermit(state: State, call: LimitedCall, { grant, index }: HeldPermit): Permit {
  let isSettled = false;
  state.underWay += 1;
  const settle = (result: Settlement['result'], isUrgent: boolean): void => {
    state.underWay -= 1;
    state.settlements.push({ grant: grant.id, index, result });
    if (isUrgent) ask(state);
    else state.alarm.setIn(TELL_MS);
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

/** One question at a time; what comes up meanwhile goes into the next. */
function ask(state: State): void {
  if (state.asking !== undefined) state.shouldAskAgain = true;
  else if (state.failures === 0) look(state);
}

function look(state: State): void {
  // Calls that end later are counted as lost when the lease is over; the store may be closed by now.
  if (state.isStopped) return;
  if (performance.now() - state.spareUsedAt >= KEEP_SPARE_MS) returnSpare(state);
  const hasNothingToTell = state.settlements.length === 0 && state.underWay === 0;
  if (state.line.isEmpty() && hasNothingToTell && state.runsLow === undefined) {
    // Nobody tries again any more after a failure: whoever comes next has to.
    state.failures = 0;
    if (state.spare.size > 0) state.alarm.setIn(KEEP_SPARE_MS);
    return;
  }
  state.shouldAskAgain = false;
  state.asking = sync(state).finally(() => {
    state.asking = undefined;
    if (state.shouldAskAgain) ask(state);
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
      return { result: answer, tellOthers: answer.othersShouldLook };
    });
    state.failures = 0;
    handOut(state, answer, before);
    planNext(state, answer);
  } catch (error) {
    giveUpWhatWasAsked(state, error);
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

/** Whoever it was meant for may have left. */
function nextInLine({ line }: State, lane: Lane | null, method: string): Waiter | undefined {
  return (lane === null ? undefined : line.next(lane, method)) ?? line.nextOf(method);
}

function planNext(state: State, { retryAt }: SyncAnswer): void {
  const { line, alarm, lastLook } = state;
  if (retryAt !== null && lastLook !== undefined) {
    const inMs = retryAt - lastLook.now - (performance.now() - lastLook.read);
    alarm.setIn(Number.isFinite(inMs) ? Math.max(0, inMs) : LOOK_ANYWAY_MS);
  }
  // Somebody came while the question was under way.
  if (retryAt === null && !line.isEmpty()) alarm.setIn(0);
  if (state.spare.size > 0) alarm.setIn(KEEP_SPARE_MS);
  // Whoever holds permits has to be heard of.
  if (state.underWay > 0) alarm.setIn(LEASE_MS / 3);
}

/**
 * Whether the question was answered cannot be known. What it told is counted as lost calls when the lease of the old name is
 * over, and so are permits that it may have been given: that costs room for some seconds, and never a call too many.
 */
function giveUpWhatWasAsked(state: State, error: unknown): void {
  state.owner = randomUUID();
  state.spare.clear();
  state.lastLook = undefined;
  state.failures += 1;
  if (state.failures === 1)
    state.log.warn({ err: error, ...state.name }, 'no permits: the shared budget does not answer');
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
  // After a long sleep of this process its lease may be over: then they belong to nobody any more.
  if (performance.now() - (state.lastLook?.before ?? 0) > LEASE_MS / 2) returnSpare(state);
  const kept = state.spare.get(method);
  const held = kept?.pop();
  if (kept === undefined || held === undefined) return undefined;
  if (kept.length === 0) state.spare.delete(method);
  if (kept.length === SPARE / 2) {
    state.runsLow = method;
    ask(state);
  }
  return held;
}

/** Only while calls of a method come thick: spare ones are used up, or it was asked for twice within a moment. */
function spareFor(state: State, wants: readonly Want[], before: number): SyncRequest['spare'] {
  const { lastLook, runsLow } = state;
  state.runsLow = undefined;
  if (runsLow !== undefined) return { method: runsLow, count: SPARE };
  if (lastLook === undefined || before - lastLook.before > KEEP_SPARE_MS) return undefined;
  const again = wants.find((want) => lastLook.wanted.includes(want.method));
  return again && { method: again.method, count: SPARE };
}

/** By how much PostgreSQL's clock went forward for certain without time passing here. */
function clockJumpSince(lastLook: State['lastLook'], now: number): number {
  if (lastLook === undefined) return 0;
  const atMost = performance.now() - lastLook.before;
  const jump = now - lastLook.now - atMost;
  return jump > DRIFT.ms + atMost * DRIFT.share ? jump : 0;
}
