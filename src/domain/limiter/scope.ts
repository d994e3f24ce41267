/**
 * Everything that is counted together: the application's limits on a host, or one method's. A call needs room in every window of
 * the scope at once.
 *
 * A scope begins cold: nothing is known of its limits, so calls go one by one until an answer names them. After a refusal it
 * rests until the time it was given, then lets one call try, and opens only when that one is let through.
 */
import type { LimitReading, ScopeReading } from './limiter.ts';
import {
  answer,
  createWindow,
  giveBack,
  lastsAtMost,
  lose,
  nextRoomAt,
  roomIn,
  take,
  type Flow,
  type Mark,
  type Place,
  type Window,
} from './window.ts';

export interface Scope extends Flow {
  /** False: cold. True without windows: an answer came that named no limit. */
  isLearned: boolean;
  windows: Window[];
  blockedUntil: number;
  /** Refusals in a row. */
  strikes: number;
  /** Calls up to this number were sent before the last refusal: their answers do not end it. */
  refusedAt: number;
}

/** A batch of calls, taken at one moment; enough to settle each of them. */
export interface ScopeTicket {
  readonly firstNumber: number;
  readonly othersUnderWay: number;
  /** By the window's span. */
  readonly marks: Readonly<Record<number, Mark>>;
}

/** "Barely missed" comes as 0, and whole seconds are rounded either way. */
const RETRY_PAD_MS = 500;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;
/** A longer wait is believed only of a window that is as long: the call after it is told again if it was meant. */
const LONGEST_BELIEVED_MS = 600_000;

export function createScope(): Scope {
  return {
    sent: 0,
    settled: 0,
    settledAt: 0,
    isLearned: false,
    windows: [],
    blockedUntil: 0,
    strikes: 0,
    refusedAt: 0,
  };
}

export function roomInScope(scope: Scope, now: number): number {
  if (now < scope.blockedUntil) return 0;
  const room = Math.min(...scope.windows.map((window) => roomIn(window, scope, now)));
  return goesOneByOne(scope) ? Math.min(room, scope.sent === scope.settled ? 1 : 0) : room;
}

/** Infinite when only an answer can make room. */
export function nextRoomInScope(scope: Scope, now: number): number {
  const at = Math.max(now, scope.blockedUntil);
  const rooms = scope.windows.map((window) => nextRoomAt(window, scope, at));
  const waitsForAnswer = goesOneByOne(scope) && scope.sent > scope.settled;
  return waitsForAnswer ? Number.POSITIVE_INFINITY : Math.max(at, ...rooms);
}

/** Only when there is room for `count`. */
export function takeFromScope(scope: Scope, now: number, count: number): ScopeTicket {
  if (roomInScope(scope, now) < count)
    throw new Error(`no room for ${count} calls in ${JSON.stringify(scope)}`);
  const marks = Object.fromEntries(scope.windows.map((window) => [window.spanMs, take(window, now, count)]));
  const ticket = { firstNumber: scope.sent + 1, othersUnderWay: scope.sent - scope.settled, marks };
  scope.sent += count;
  return ticket;
}

/** Whether the others wait for this very call: its answer should be told without delay. */
export function isAwaited(scope: Scope, ticket: ScopeTicket): boolean {
  return goesOneByOne(scope) || Object.values(ticket.marks).some((mark) => mark.isProbe);
}

export function answerInScope(
  scope: Scope,
  ticket: ScopeTicket,
  index: number,
  now: number,
  reading: ScopeReading,
): void {
  const place = settle(scope, ticket, index, now, (window, place, mark) =>
    answer(window, scope, place, mark, now, reading.counts.get(window.spanMs)),
  );
  learn(scope, place, now, reading);
}

export function loseInScope(scope: Scope, ticket: ScopeTicket, index: number, now: number): void {
  settle(scope, ticket, index, now, (window, place, mark) => lose(window, scope, place, mark, now));
}

export function giveBackInScope(scope: Scope, ticket: ScopeTicket, index: number, now: number): void {
  settle(scope, ticket, index, now, (window, place, mark) => giveBack(window, scope, place, mark, now));
}

/** A call was let through: if it was sent after the last refusal, that is over. */
export function accept(scope: Scope, callNumber: number): void {
  if (callNumber > scope.refusedAt) scope.strikes = 0;
}

export function refuse(
  scope: Scope,
  callNumber: number,
  now: number,
  reading: ScopeReading,
  { retryAfterMs }: NonNullable<LimitReading['refusal']>,
): void {
  // Calls that were under way together are refused together; that is one refusal.
  if (callNumber > scope.refusedAt || scope.strikes === 0) {
    scope.strikes += 1;
    scope.refusedAt = scope.sent;
  }
  const rest = retryAfterMs ?? spanOfFullWindow(reading) ?? restAfter(scope.strikes);
  const longestSpan = Math.max(0, ...scope.windows.map((window) => window.spanMs));
  const believed = Math.min(rest, Math.max(LONGEST_BELIEVED_MS, longestSpan));
  scope.blockedUntil = Math.max(scope.blockedUntil, now + believed + RETRY_PAD_MS);
}

/**
 * The clock was found to have jumped by so much since the last look (0: backwards or not at all). What was measured in the old
 * time is moved along; nothing lasts longer than it could have when it began now.
 */
export function moveScopeInTime(scope: Scope, now: number, jumpMs: number): void {
  const move = (at: number, longest: number): number =>
    Math.min(at > now - jumpMs ? at + jumpMs : at, now + longest);
  for (const window of scope.windows) {
    window.closesAt = move(window.closesAt, lastsAtMost(window));
    window.probedAt = Math.min(window.probedAt + jumpMs, now);
  }
  scope.settledAt = Math.min(scope.settledAt + jumpMs, now);
  const longestSpan = Math.max(0, ...scope.windows.map((window) => window.spanMs));
  scope.blockedUntil = move(scope.blockedUntil, Math.max(LONGEST_BELIEVED_MS, longestSpan) + RETRY_PAD_MS);
}

function goesOneByOne({ isLearned, strikes }: Scope): boolean {
  return !isLearned || strikes > 0;
}

function settle(
  scope: Scope,
  ticket: ScopeTicket,
  index: number,
  now: number,
  settleIn: (window: Window, place: Place, mark: Mark) => void,
): Place {
  scope.settled += 1;
  scope.settledAt = now;
  const place = { number: ticket.firstNumber + index, othersUnderWay: ticket.othersUnderWay + index };
  for (const window of scope.windows) {
    const first = ticket.marks[window.spanMs];
    // A window that was not known when the call was sent counted it as under way.
    if (first !== undefined) settleIn(window, place, { ...first, boundAtSend: first.boundAtSend + index });
  }
  return place;
}

function learn(scope: Scope, place: Place, now: number, { limits, counts }: ScopeReading): void {
  if (limits.length === 0) return;
  scope.isLearned = true;
  scope.windows = limits.map((limit) => {
    const known = scope.windows.find((window) => window.spanMs === limit.spanMs);
    if (known === undefined) return createWindow(limit, scope, place, now, counts.get(limit.spanMs) ?? 1);
    known.limit = limit.limit;
    return known;
  });
}

function spanOfFullWindow({ limits, counts }: ScopeReading): number | undefined {
  const full = limits.filter(({ limit, spanMs }) => (counts.get(spanMs) ?? 0) > limit);
  return full.at(-1)?.spanMs;
}

function restAfter(strikes: number): number {
  return Math.min(FIRST_REST_MS * 2 ** Math.min(strikes - 1, 10), LONGEST_REST_MS);
}
