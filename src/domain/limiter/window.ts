/**
 * One limit of an upstream as its server enforces it: so many calls in a window that opens with the first call to arrive after
 * the last window was over. The server does not say when a window opened; it tells, with every answer, how many calls it has
 * counted so far. This keeps an upper bound of that count and never lets a call go that could be one too many.
 *
 *   closed ──take──► probing ──answer──► open ──closesAt──► closed
 *
 * - closed: no window is known to be open. One call may go, and is the probe.
 * - probing: the probe is under way; everybody else waits, because only its answer tells where the server stands. Should it be
 *   slow, another probe may go, as long as all of them together fit into any window.
 * - open: calls may go while the bound leaves room. The server's window began no later than the probe's answer, so it is certainly
 *   over at `closesAt` = answer + span (and a little, as clocks differ). That wastes a round trip a window and can never open a window before the server does.
 *
 * Invariant: in every window of the server, calls counted ≤ limit, whatever the latencies, as long as all callers of the key
 * share this state. A call that is sent late in an open window may be counted in the server's next one: all such calls and the
 * next probe together are still ≤ limit, because the probe that opened this window was counted before them.
 * Calls of strangers with the same key show in the counts and are believed.
 *
 * Plain data and functions on it, because the state lives in a row of the database that several processes share.
 */
export interface WindowLimit {
  readonly limit: number;
  readonly spanMs: number;
}

export interface Window {
  limit: number;
  readonly spanMs: number;
  /** The server has counted no more than this in its window. */
  bound: number;
  /** What the server had counted when the window opened for us; those calls cannot be counted in its next window. */
  countedAtOpen: number;
  closesAt: number;
  /** Grows with every opening, so that an answer from an older window is not taken for one about this. */
  epoch: number;
  answeredInEpoch: number;
  /** Calls sent since the window closed, and how many of them may still be answered. */
  probes: number;
  probesUnderWay: number;
  probedAt: number;
  /** By how much longer than its span the server's window turned out to last. */
  slackMs: number;
}

/** How the calls of one scope (all of its windows) stand. */
export interface Flow {
  sent: number;
  /** Answered, lost or never sent: nothing more will come of them. */
  settled: number;
  settledAt: number;
}

/** One call's place in the flow. */
export interface Place {
  /** Counts from 1. */
  readonly number: number;
  /** Calls that were under way when this one was sent: each may be counted before or after it. */
  readonly othersUnderWay: number;
}

/** What one window has to remember of a call until its answer. */
export interface Mark {
  readonly epoch: number;
  /** Calls of the same epoch that had been answered when this one was sent, hence counted before it. */
  readonly answeredBefore: number;
  /** The bound right after this call was sent. */
  readonly boundAtSend: number;
  readonly isProbe: boolean;
}

/** Two good clocks drift apart by less than this, and a clock is read that exactly. */
const DRIFT = { share: 1 / 1_000, ms: 10 };
/** How much longer a window is taken to last after a probe was refused, as a share of its span. */
const SLACK_STEP = 1 / 20;
/** How long a silent probe keeps everybody waiting before another may go. */
const PATIENCE_MS = 500;

/** The window as an answer shows it for the first time. */
export function createWindow(
  limit: WindowLimit,
  flow: Flow,
  place: Place,
  now: number,
  count: number,
): Window {
  const window: Window = {
    ...limit,
    bound: 0,
    countedAtOpen: 0,
    closesAt: 0,
    epoch: 0,
    answeredInEpoch: 0,
    probes: 0,
    probesUnderWay: 0,
    probedAt: 0,
    slackMs: 0,
  };
  open(window, flow, place, now, count);
  return window;
}

/** How many calls may be sent now. */
export function roomIn(window: Window, flow: Flow, now: number): number {
  // Calls still under way never fill a window: the bound counted each of them on top of an answered one.
  if (now < window.closesAt) return Math.max(0, window.limit - window.bound);
  if (window.probes === 0) return 1;
  if (now < window.probedAt + PATIENCE_MS) return 0;
  return Math.min(1, Math.max(0, window.limit - window.probes - lateCalls(window, flow, now)));
}

/** When there is room without an answer's help; infinite when only an answer can make room. */
export function nextRoomAt(window: Window, flow: Flow, now: number): number {
  if (roomIn(window, flow, now) > 0) return now;
  if (now < window.closesAt) return window.closesAt;
  const later = [window.probedAt + PATIENCE_MS, flow.settledAt + lastsAtMost(window)].filter(
    (at) => at > now,
  );
  return Math.min(...later.filter((at) => roomIn(window, flow, at) > 0));
}

/** Only when there is room for `count`; the mark is that of the first, each further one has a bound larger by one. */
export function take(window: Window, now: number, count: number): Mark {
  const isProbe = now >= window.closesAt;
  if (isProbe) {
    window.probes += count;
    window.probesUnderWay += count;
    window.probedAt = now;
  }
  const mark = {
    epoch: window.epoch,
    answeredBefore: window.answeredInEpoch,
    boundAtSend: window.bound + 1,
    isProbe,
  };
  if (!isProbe) window.bound += count;
  return mark;
}

/** `count` is the server's, of this window and this call included; undefined when the answer did not say. */
export function answer(
  window: Window,
  flow: Flow,
  place: Place,
  mark: Mark,
  now: number,
  count: number | undefined,
): void {
  if (mark.epoch !== window.epoch) return;
  if (mark.isProbe) {
    // It came into a full window that should have been over: the server's clock or its windows are not as we think.
    if (count !== undefined && count > window.limit)
      window.slackMs = Math.min(window.slackMs + window.spanMs * SLACK_STEP, window.spanMs);
    return open(window, flow, place, now, count ?? mostThatProbesCanCount(window));
  }
  window.answeredInEpoch += 1;
  if (count === undefined) return;
  // Those answered before it was sent are missing from its count: the server has opened a new window in between.
  if (count <= mark.answeredBefore) return open(window, flow, place, now, count);
  // More than all of ours together: somebody else uses the key.
  const sentSince = flow.sent - place.number;
  if (count > mark.boundAtSend + sentSince) {
    window.bound = Math.max(window.bound, count + place.othersUnderWay + sentSince);
  }
}

/** No answer will come, and the call will not arrive any more either. It may have been counted. */
export function lose(window: Window, flow: Flow, place: Place, mark: Mark, now: number): void {
  if (!mark.isProbe || mark.epoch !== window.epoch) return;
  window.probesUnderWay -= 1;
  openIfAllWereLost(window, flow, place, now);
}

/** The call was never sent. */
export function giveBack(window: Window, flow: Flow, place: Place, mark: Mark, now: number): void {
  if (mark.epoch !== window.epoch) return;
  if (!mark.isProbe) {
    window.bound -= 1;
    return;
  }
  window.probes -= 1;
  window.probesUnderWay -= 1;
  openIfAllWereLost(window, flow, place, now);
}

/** One of the lost probes may have opened a window at any moment until now, or none was ever counted. */
function openIfAllWereLost(window: Window, flow: Flow, place: Place, now: number): void {
  if (window.probesUnderWay > 0 || window.probes === 0) return;
  open(window, flow, place, now, mostThatProbesCanCount(window));
  window.answeredInEpoch = 0;
}

/** The server had counted `count` calls when it saw this one; what was under way then, or sent since, may come on top. */
function open(window: Window, flow: Flow, place: Place, now: number, count: number): void {
  window.bound = count + place.othersUnderWay + (flow.sent - place.number);
  window.countedAtOpen = count;
  window.closesAt = now + lastsAtMost(window);
  window.epoch += 1;
  window.answeredInEpoch = 1;
  window.probes = 0;
  window.probesUnderWay = 0;
}

/** How long the server's window may last by our clock. */
export function lastsAtMost({ spanMs, slackMs }: Window): number {
  return Math.ceil(spanMs + spanMs * DRIFT.share + DRIFT.ms + slackMs);
}

/** When the server does not tell: the probes themselves, and every call that was sent late enough to fall into their window. */
function mostThatProbesCanCount({ probes, bound, countedAtOpen }: Window): number {
  return probes + bound - countedAtOpen;
}

/** Calls of the last window that the server may count together with the probes. */
function lateCalls(window: Window, flow: Flow, now: number): number {
  // What was settled a whole span ago was counted in a window that is over by now.
  if (now >= flow.settledAt + lastsAtMost(window)) return flow.sent - flow.settled - window.probesUnderWay;
  return window.bound - window.countedAtOpen;
}
