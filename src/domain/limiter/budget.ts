/**
 * What one API key may still do on one host: the application's scope, a scope for each method, and who holds permits. It is a
 * plain value that is read, changed and written back as a whole by one process at a time (under a lock), so a call takes all its
 * windows at once or none.
 *
 * A process that wants to call asks for permits in batches (`syncBudget`), and tells with the next question how its calls went. A
 * permit counts as a call under way from the moment it is granted: the windows hold whenever it is used, and a process that
 * dies with permits in its hands costs room, never a call too many. Its permits are written off when its lease is over.
 */
import { nextLane, noCalls, type LaneCounts } from './lanes.ts';
import { LANES, type Lane, type LimitReading } from './limiter.ts';
import {
  accept,
  answerInScope,
  createScope,
  giveBackInScope,
  isAwaited,
  loseInScope,
  moveScopeInTime,
  nextRoomInScope,
  refuse,
  roomInScope,
  takeFromScope,
  type Scope,
  type ScopeTicket,
} from './scope.ts';

export interface Budget {
  readonly app: Scope;
  readonly methods: Record<string, Scope>;
  readonly grants: Record<string, HeldGrant>;
  /** Calls that wait in other processes for nothing but room in the application's windows. */
  readonly demands: Record<string, Demand>;
  readonly laneCredits: LaneCounts;
  lastGrant: number;
  laneTurns: number;
}

interface HeldGrant {
  readonly owner: string;
  readonly method: string;
  /** Permits of it that are not settled yet. */
  open: number;
  expiresAt: number;
  readonly app: ScopeTicket;
  readonly ofMethod: ScopeTicket;
}

interface Demand {
  readonly waiting: LaneCounts;
  /** They are expected to come back by then; if they do not, they are forgotten. */
  readonly until: number;
}

export interface Want {
  readonly lane: Lane;
  readonly method: string;
  readonly count: number;
}

export interface Grant {
  readonly id: string;
  readonly method: string;
  /** In the order in which they were given; as many as there are permits. Spare permits belong to no lane. */
  readonly lanes: readonly (Lane | null)[];
  /** Others wait for its answer, so it should be told at once. */
  readonly isAwaited: boolean;
}

export interface Settlement {
  readonly grant: string;
  readonly index: number;
  readonly result: LimitReading | 'lost' | 'unused';
}

export interface SyncRequest {
  readonly owner: string;
  readonly now: number;
  /** By how much the clock certainly jumped forward since the owner's last look. */
  readonly clockJumpMs: number;
  readonly settlements: readonly Settlement[];
  readonly wants: readonly Want[];
  /** Permits beyond what waits, for calls that come in the next moments; given only of what nobody misses. */
  readonly spare?: { readonly method: string; readonly count: number } | undefined;
}

export interface SyncAnswer {
  readonly grants: readonly Grant[];
  /** When to ask again for what was not granted: null when nothing is wanted, infinite when only an answer makes room. */
  readonly retryAt: number | null;
  /** A settlement of this sync made room that somebody else waits for. */
  readonly othersShouldLook: boolean;
}

/** A process must not use a permit, and is given up for dead, when it has not asked for so long. */
export const LEASE_MS = 10_000;
/** How much later than promised a process may come for its share before the others take it. */
const DEMAND_GRACE_MS = 50;
const LOOK_AGAIN_MS = 10;
/** A process that waits for an answer of another looks again after this time even if nobody tells it. */
export const LOOK_ANYWAY_MS = 250;
/** Spare permits are given only while at least so many times as much room is left. */
const SPARE_SHARE = 20;

export function createBudget(): Budget {
  return {
    app: createScope(),
    methods: {},
    grants: {},
    demands: {},
    laneCredits: noCalls(),
    lastGrant: 0,
    laneTurns: 0,
  };
}

export function syncBudget(budget: Budget, request: SyncRequest): SyncAnswer {
  const { owner, now } = request;
  moveInTime(budget, now, request.clockJumpMs);
  const settledBefore = budget.app.settled;
  writeOffTheDead(budget, now);
  for (const grant of Object.values(budget.grants))
    if (grant.owner === owner) grant.expiresAt = now + LEASE_MS;
  for (const settlement of request.settlements) applySettlement(budget, settlement, now);
  const others = demandOfOthers(budget, owner, now);
  const wants = openWants(budget, request);
  const grants = [...grantWants(budget, request, wants, others), ...grantSpare(budget, request, others)];
  const left = wants.filter((want) => want.count > 0);
  const retryAt = left.length === 0 ? null : nextLookAt(budget, left, now);
  delete budget.demands[owner];
  // Whoever has just left room for others has had its share of it.
  if (retryAt !== null && roomInScope(budget.app, now) === 0) rememberDemand(budget, request, left, retryAt);
  return {
    grants,
    retryAt,
    othersShouldLook: budget.app.settled > settledBefore && Object.values(others).some((count) => count > 0),
  };
}

function moveInTime(budget: Budget, now: number, jumpMs: number): void {
  for (const scope of [budget.app, ...Object.values(budget.methods)]) moveScopeInTime(scope, now, jumpMs);
  for (const grant of Object.values(budget.grants))
    grant.expiresAt = Math.min(grant.expiresAt + jumpMs, now + LEASE_MS);
}

function writeOffTheDead(budget: Budget, now: number): void {
  for (const [id, grant] of Object.entries(budget.grants)) {
    if (grant.expiresAt > now) continue;
    const method = scopeOf(budget, grant.method);
    for (let index = 0; index < grant.open; index++) {
      loseInScope(budget.app, grant.app, index, now);
      loseInScope(method, grant.ofMethod, index, now);
    }
    delete budget.grants[id];
  }
  for (const [owner, demand] of Object.entries(budget.demands))
    if (demand.until < now) delete budget.demands[owner];
}

function applySettlement(budget: Budget, { grant: id, index, result }: Settlement, now: number): void {
  const grant = budget.grants[id];
  // Written off in the meantime: it was counted as lost, and what it says of counts is too old to be used.
  if (grant === undefined) return;
  grant.open -= 1;
  if (grant.open === 0) delete budget.grants[id];
  const method = scopeOf(budget, grant.method);
  if (result === 'lost' || result === 'unused') {
    const end = result === 'lost' ? loseInScope : giveBackInScope;
    end(budget.app, grant.app, index, now);
    end(method, grant.ofMethod, index, now);
    return;
  }
  answerInScope(budget.app, grant.app, index, now, result.app);
  answerInScope(method, grant.ofMethod, index, now, result.method);
  // An answer that speaks of the application's limits and not of the method's: it has none.
  if (result.app.limits.length > 0 && result.refusal === undefined) method.isLearned = true;
  applyRefusal(budget.app, grant.app.firstNumber + index, now, result, ['application']);
  applyRefusal(method, grant.ofMethod.firstNumber + index, now, result, ['method', 'service']);
}

function applyRefusal(
  scope: Scope,
  callNumber: number,
  now: number,
  reading: LimitReading,
  kinds: readonly string[],
): void {
  const { refusal } = reading;
  if (refusal === undefined || !kinds.includes(refusal.by)) return accept(scope, callNumber);
  const counted = refusal.by === 'application' ? reading.app : reading.method;
  refuse(scope, callNumber, now, counted, refusal);
}

interface OpenWant {
  readonly lane: Lane;
  readonly method: string;
  /** Of the method, for all lanes together. */
  readonly room: { left: number };
  count: number;
}

function openWants(budget: Budget, { wants, now }: SyncRequest): OpenWant[] {
  const rooms = new Map<string, { left: number }>();
  return wants.map(({ lane, method, count }) => {
    const room = rooms.get(method) ?? { left: roomInScope(scopeOf(budget, method), now) };
    rooms.set(method, room);
    return { lane, method, room, count };
  });
}

/** Turn by turn over everybody's calls: the turns of other processes are left for them. */
function grantWants(
  budget: Budget,
  { owner, now }: SyncRequest,
  wants: readonly OpenWant[],
  others: Readonly<LaneCounts>,
): Grant[] {
  const given = new Map<string, Lane[]>();
  const turns = { own: noCalls(), others: noCalls() };
  for (let room = roomInScope(budget.app, now); room > 0; room--) {
    const ready = wants.filter(({ count, room }) => count > 0 && room.left > 0);
    const own = countByLane(ready);
    const waiting = noCalls();
    for (const lane of LANES) waiting[lane] = own[lane] + others[lane] - turns.others[lane];
    const lane = ready.length === 0 ? undefined : nextLane(budget.laneCredits, waiting);
    if (lane === undefined) break;
    const inLane = ready.filter((candidate) => candidate.lane === lane);
    // Methods of one lane take turns: one with many calls must not keep another from its few.
    const want = inLane[budget.laneTurns % Math.max(1, inLane.length)];
    budget.laneTurns += 1;
    // In a lane that several processes wait in, each has turns in proportion to what it waits for.
    const isOursByRight =
      turns.own[lane] * others[lane] <= turns.others[lane] * (own[lane] + turns.own[lane]);
    if (want === undefined || !isOursByRight) {
      turns.others[lane] += 1;
      continue;
    }
    turns.own[lane] += 1;
    want.count -= 1;
    want.room.left -= 1;
    const lanes = given.get(want.method) ?? [];
    lanes.push(lane);
    given.set(want.method, lanes);
  }
  return [...given].map(([method, lanes]) => hold(budget, owner, method, lanes, now));
}

function grantSpare(budget: Budget, { owner, now, spare }: SyncRequest, others: LaneCounts): Grant[] {
  if (spare === undefined || LANES.some((lane) => others[lane] > 0)) return [];
  const room = Math.min(roomInScope(budget.app, now), roomInScope(scopeOf(budget, spare.method), now));
  const count = Math.min(spare.count, Math.floor(room / SPARE_SHARE));
  if (count < 1) return [];
  return [
    hold(
      budget,
      owner,
      spare.method,
      Array.from({ length: count }, () => null),
      now,
    ),
  ];
}

function hold(
  budget: Budget,
  owner: string,
  method: string,
  lanes: readonly (Lane | null)[],
  now: number,
): Grant {
  const scope = scopeOf(budget, method);
  const app = takeFromScope(budget.app, now, lanes.length);
  const ofMethod = takeFromScope(scope, now, lanes.length);
  budget.lastGrant += 1;
  const id = String(budget.lastGrant);
  budget.grants[id] = { owner, method, open: lanes.length, expiresAt: now + LEASE_MS, app, ofMethod };
  return { id, method, lanes, isAwaited: isAwaited(budget.app, app) || isAwaited(scope, ofMethod) };
}

function nextLookAt(budget: Budget, wants: readonly OpenWant[], now: number): number {
  const appAt = nextRoomInScope(budget.app, now);
  const at = Math.min(
    ...wants.map(({ method }) => Math.max(appAt, nextRoomInScope(scopeOf(budget, method), now))),
  );
  // Room that was left for others: they come for it at once, or not at all.
  return at > now ? at : now + LOOK_AGAIN_MS;
}

function demandOfOthers(budget: Budget, owner: string, now: number): LaneCounts {
  const counts = noCalls();
  for (const [other, { waiting, until }] of Object.entries(budget.demands)) {
    if (other === owner || until < now) continue;
    for (const lane of LANES) counts[lane] += waiting[lane];
  }
  return counts;
}

/** Only what could go if the application's windows had room: nothing is kept free for calls that their own method holds up. */
function rememberDemand(
  budget: Budget,
  { owner, now }: SyncRequest,
  left: readonly OpenWant[],
  retryAt: number,
): void {
  const waiting = countByLane(
    left.filter(({ method }) => nextRoomInScope(scopeOf(budget, method), now) <= retryAt),
  );
  const comesBackAt = Number.isFinite(retryAt) ? retryAt : now + LOOK_ANYWAY_MS;
  budget.demands[owner] = { waiting, until: comesBackAt + DEMAND_GRACE_MS };
}

function countByLane(wants: readonly OpenWant[]): LaneCounts {
  const counts = noCalls();
  for (const { lane, count } of wants) counts[lane] += count;
  return counts;
}

function scopeOf(budget: Budget, method: string): Scope {
  return (budget.methods[method] ??= createScope());
}

// A budget for status and gauges: how much of each window is used, and how long callers have to wait.

interface WindowView {
  readonly limit: number;
  readonly spanMs: number;
  /** Counted by the server, or on their way to be. */
  readonly used: number;
  /** Until the window is certainly over; 0: it is not open. */
  readonly closesInMs: number;
}

interface ScopeView {
  /** Null for the application's own limits. */
  readonly method: string | null;
  readonly windows: readonly WindowView[];
  /** After a refusal; 0: not blocked. */
  readonly blockedForMs: number;
}

export type BudgetView = readonly ScopeView[];

export function describeBudget(budget: Budget, now: number): BudgetView {
  const methods = Object.entries(budget.methods).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    describeScope(null, budget.app, now),
    ...methods.map(([method, scope]) => describeScope(method, scope, now)),
  ];
}

function describeScope(method: string | null, scope: Scope, now: number): ScopeView {
  return {
    method,
    blockedForMs: Math.max(0, scope.blockedUntil - now),
    windows: scope.windows.map(({ limit, spanMs, bound, probes, closesAt }) => ({
      limit,
      spanMs,
      used: Math.min(limit, now < closesAt ? bound : probes),
      closesInMs: Math.max(0, closesAt - now),
    })),
  };
}
