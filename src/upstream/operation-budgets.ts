/**
 * What the keys in use may still do, by upstream and host, as all processes together see it. A key is told by the upstream that it is for
 * and never by its own name. Which upstream that is stands nowhere, because a process that shows it may have no keys at all:
 * the methods that were called with it tell.
 */
import type { Budget } from '#/domain/limiter/budget.ts';
import { describeBudget, type BudgetView } from '#/domain/limiter/budget-view.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { CallCounts } from '#/runtime/postgres/operation-sample.ts';

export interface UpstreamBudget extends CallCounts {
  /** Of the key and the host, to be compared with what was counted before. Not to be shown. */
  readonly mark: string;
  readonly upstream: string;
  readonly host: string;
  readonly scopes: BudgetView;
  /** PostgreSQL's clock, in milliseconds since 1970. */
  readonly now: number;
}

interface PermitRow extends CallCounts {
  readonly keyId: string;
  readonly host: string;
  readonly budget: Budget;
  readonly now: number;
}

/**
 * Of an upstream and host the one that was used last: a key that was replaced a while ago is of no interest. A row that is no budget as we
 * know them is passed over: one of them must not keep all others from being seen.
 */
export async function readUpstreamBudgets(db: Queryable): Promise<UpstreamBudget[]> {
  const rows = await db.query<PermitRow>(
    `select key_id as "keyId", host, budget, calls::float8 as calls, refusals::float8 as refusals,
            (extract(epoch from clock_timestamp()) * 1000)::float8 as now
     from gamekeeper.permit
     where changed_at > now() - interval '1 day' and budget ?& array['app', 'methods'] order by changed_at desc`,
  );
  const methodsOf = new Map<string, string[]>();
  for (const { keyId, budget } of rows)
    methodsOf.set(keyId, [...(methodsOf.get(keyId) ?? []), ...Object.keys(budget.methods)]);
  const found = new Map<string, UpstreamBudget>();
  for (const { keyId, host, budget, calls, refusals, now } of rows) {
    const upstream = upstreamOf(host, methodsOf.get(keyId) ?? []);
    const place = `${upstream} ${host}`;
    if (found.has(place)) continue;
    const scopes = describeBudget(budget, now);
    found.set(place, { mark: `${keyId} ${host}`, upstream, host, scopes, calls, refusals, now });
  }
  return [...found.values()].sort(byPlace);
}

export interface DayBudget {
  readonly limit: number;
  readonly used: number;
  /** In milliseconds since 1970. */
  readonly resetsAt: number;
  readonly blockedUntil: number | null;
}

const DAY_MS = 86_400_000;

/** The calls of today that API-Football leaves; undefined while it has not told, or nobody has asked it for days. */
export async function readFootballDay(db: Queryable): Promise<DayBudget | undefined> {
  const [row] = await db.query<{ limit: number; used: number; today: number; blockedUntil: number | null }>(
    `select call_limit as limit, (extract(epoch from blocked_until) * 1000)::float8 as "blockedUntil",
            case when day_at = date_trunc('day', now(), 'UTC') then used else 0 end as used,
            (extract(epoch from date_trunc('day', now(), 'UTC')) * 1000)::float8 as today
     from gamekeeper.football_quota
     where call_limit is not null and changed_at > now() - interval '7 days' order by changed_at desc limit 1`,
  );
  if (row === undefined) return undefined;
  const { limit, used, today, blockedUntil } = row;
  return { limit, used, resetsAt: today + DAY_MS, blockedUntil };
}

const FOOTBALL = 'api-football';

/** `riot`: one key for both games, or one of which only its accounts are known yet. */
function upstreamOf(host: string, methods: readonly string[]): string {
  if (host === FOOTBALL) return FOOTBALL;
  const ofGames = methods.filter((method) => !method.startsWith('account-'));
  const isTft = ofGames.some((method) => method.startsWith('tft-'));
  const isLol = ofGames.some((method) => !method.startsWith('tft-'));
  if (isTft === isLol) return 'riot';
  return isTft ? 'riot-tft' : 'riot-lol';
}

function byPlace(one: UpstreamBudget, other: UpstreamBudget): number {
  return one.upstream.localeCompare(other.upstream, 'en') || one.host.localeCompare(other.host, 'en');
}
