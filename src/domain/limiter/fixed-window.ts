/**
 * One limit of an upstream as its server enforces it: so many calls in a window that opens with the first call to arrive after
 * the last window was over. The server does not say when a window opened; it tells, with every answer, how many calls it has
 * counted so far. This keeps an upper bound of that count and never lets a call go that could be one too many.
 *
 *   closed ──send──► probing ──answer──► open ──closesAt──► closed
 *
 * - closed: no window is known to be open. One call may go, and is the probe.
 * - probing: the probe is under way; everybody else waits, because only its answer tells where the server stands.
 * - open: calls may go while the bound leaves room. The server's window began no later than the probe's answer, so it is certainly
 *   over at `closesAt` = answer + span. That wastes a round trip a window and can never open a window before the server does.
 *
 * Invariant: in every window of the server, calls counted ≤ limit, whatever the latencies, as long as all callers of the key
 * share this state. A call that is sent late in an open window may be counted in the server's next one: all such calls and the
 * next probe together are still ≤ limit, because the probe that opened this window was counted before them.
 * Calls of strangers with the same key show in the counts and are believed.
 */
export interface WindowLimit {
  readonly limit: number;
  readonly spanMs: number;
}

/** What has to be remembered of a call until its answer. */
interface WindowTicket {
  readonly number: number;
  /** Calls that were under way when this one was sent: each may be counted before or after it. */
  readonly othersUnderWay: number;
  /** Calls of the same epoch that had been answered when this one was sent, hence counted before it. */
  readonly answeredBefore: number;
  readonly epoch: number;
  /** The bound right after this call was sent. */
  readonly boundAtSend: number;
}

export interface FixedWindow {
  readonly limit: WindowLimit;
  /** How many calls may be sent now. */
  room(now: number): number;
  /** When there is room without an answer's help; infinite when only an answer can make room. */
  nextRoomAt(now: number): number;
  /** Only when there is room. */
  send(now: number): WindowTicket;
  /** `count` is the server's, of this window and this call included; undefined when the answer did not say. */
  answer(ticket: WindowTicket, now: number, count: number | undefined): void;
  /** No answer will come, and the call will not arrive any more either. It may have been counted. */
  lose(ticket: WindowTicket, now: number): void;
}

interface State {
  readonly limit: WindowLimit;
  sent: number;
  answered: number;
  /** The server has counted no more than this in its window. */
  bound: number;
  /** What the server had counted when the window opened for us; those calls cannot be counted in its next window. */
  countedAtOpen: number;
  closesAt: number;
  probe: WindowTicket | null;
  /** Grows with every opening, so that an answer from an older window is not taken for one about this. */
  epoch: number;
  answeredInEpoch: number;
}

export function createFixedWindow(limit: WindowLimit): FixedWindow {
  const state: State = {
    limit,
    sent: 0,
    answered: 0,
    bound: 0,
    countedAtOpen: 0,
    closesAt: Number.NEGATIVE_INFINITY,
    probe: null,
    epoch: 0,
    answeredInEpoch: 0,
  };
  return {
    limit,
    room: (now) => roomIn(state, now),
    nextRoomAt(now) {
      if (roomIn(state, now) > 0) return now;
      return state.probe === null && now < state.closesAt ? state.closesAt : Number.POSITIVE_INFINITY;
    },
    send: (now) => send(state, now),
    answer: (ticket, now, count) => answer(state, ticket, now, count),
    lose(ticket, now) {
      state.answered += 1;
      if (ticket !== state.probe) return;
      // It may have opened a window at any moment until now, or never have been counted at all.
      open(state, ticket, now, mostThatProbeCanCount(state));
      state.answeredInEpoch = 0;
    },
  };
}

function roomIn({ limit, probe, closesAt, bound }: State, now: number): number {
  if (probe !== null) return 0;
  // Calls still under way never fill a window: the bound counted each of them on top of an answered one.
  return now >= closesAt ? Math.min(1, limit.limit) : Math.max(0, limit.limit - bound);
}

function send(state: State, now: number): WindowTicket {
  const { limit, sent, answered } = state;
  if (roomIn(state, now) < 1)
    throw new Error(`no room in a window of ${limit.limit} calls in ${limit.spanMs} ms`);
  const opens = now >= state.closesAt;
  state.sent += 1;
  if (!opens) state.bound += 1;
  const ticket = {
    number: state.sent,
    othersUnderWay: sent - answered,
    answeredBefore: state.answeredInEpoch,
    epoch: state.epoch,
    boundAtSend: state.bound,
  };
  if (opens) state.probe = ticket;
  return ticket;
}

function answer(state: State, ticket: WindowTicket, now: number, count: number | undefined): void {
  state.answered += 1;
  if (ticket === state.probe) {
    return open(state, ticket, now, count ?? mostThatProbeCanCount(state));
  }
  if (ticket.epoch !== state.epoch) return;
  state.answeredInEpoch += 1;
  if (count === undefined) return;
  // Those answered before it was sent are missing from its count: the server has opened a new window in between.
  if (count <= ticket.answeredBefore) return open(state, ticket, now, count);
  // More than all of ours together: somebody else uses the key.
  const sentSince = state.sent - ticket.number;
  if (count > ticket.boundAtSend + sentSince) {
    state.bound = Math.max(state.bound, count + ticket.othersUnderWay + sentSince);
  }
}

/** The server had counted `count` calls when it saw this one; what was under way then, or sent since, may come on top. */
function open(state: State, ticket: WindowTicket, now: number, count: number): void {
  state.probe = null;
  state.bound = count + ticket.othersUnderWay + (state.sent - ticket.number);
  state.countedAtOpen = count;
  state.closesAt = now + state.limit.spanMs;
  state.epoch += 1;
  state.answeredInEpoch = 1;
}

/** When the server does not tell: the probe itself, and every call that was sent late enough to fall into its window. */
function mostThatProbeCanCount({ bound, countedAtOpen }: State): number {
  return 1 + bound - countedAtOpen;
}
