/**
 * The calls of a day: how many a key has, how many are used, and until when there are none. The upstream counts by days of UTC and
 * tells with every answer what is left; it is believed, because others may use the key too.
 *
 * Trap: right after midnight by our clock the upstream's may still be before it. What it says of a day that is all but used up is
 * then of yesterday, and must not shut the new day.
 */

/** The day's quota as the client sees it, shared by all processes. */
export interface DayQuota {
  /** Takes one call of the day's, or says until when there are none. */
  take(budgetId: string): Promise<TakenCall>;
  hear(budgetId: string, word: QuotaWord): Promise<void>;
}

export type TakenCall =
  | { readonly isGranted: true }
  | { readonly isGranted: false; readonly retryAfterMs: number };

/** What an answer says of the day. */
export interface QuotaWord {
  /** As the headers tell it; null when they do not. */
  readonly limit: number | null;
  readonly remaining: number | null;
  /** It was refused: for the rest of the day, or for so long. */
  readonly refusal: 'day' | { readonly forMs: number } | null;
}

/** Plain data: it lives in a row that all processes share. Times in milliseconds since 1970. */
export interface DayCount {
  /** The first millisecond of the day. */
  readonly dayAt: number;
  readonly limit: number | null;
  readonly used: number;
  readonly blockedUntil: number;
}

const DAY = 24 * 60 * 60_000;
/** Clocks differ by less, and so do answers that were under way at midnight. */
const MIDNIGHT_PAD_MS = 30_000;
/** So long after midnight the upstream may still count the day before. */
const EARLY_MS = 10 * 60_000;
const EARLY_PAUSE_MS = 2 * 60_000;

export function createDayCount(now: number): DayCount {
  return { dayAt: startOfDay(now), limit: null, used: 0, blockedUntil: 0 };
}

export function takeCall(
  count: DayCount,
  now: number,
): { readonly count: DayCount; readonly taken: TakenCall } {
  const today = onDayOf(count, now);
  const isUsedUp = today.limit !== null && today.used >= today.limit;
  const openAt = Math.max(today.blockedUntil, isUsedUp ? nextDay(now) : 0);
  if (openAt > now) return { count: today, taken: { isGranted: false, retryAfterMs: openAt - now } };
  return { count: { ...today, used: today.used + 1 }, taken: { isGranted: true } };
}

export function hearQuota(count: DayCount, { limit, remaining, refusal }: QuotaWord, now: number): DayCount {
  const today = onDayOf(count, now);
  const isEarly = now - today.dayAt < EARLY_MS;
  const knownLimit = limit ?? today.limit;
  const told = knownLimit === null || remaining === null ? today.used : Math.max(0, knownLimit - remaining);
  const isOfYesterday = isEarly && knownLimit !== null && told > knownLimit / 2;
  const used = isOfYesterday ? today.used : told;
  const isShut = refusal === 'day' || (isOfYesterday && remaining === 0);
  const forDay = isEarly ? now + EARLY_PAUSE_MS : nextDay(now);
  const blocks = [
    today.blockedUntil,
    isShut ? forDay : 0,
    refusal === null || refusal === 'day' ? 0 : now + refusal.forMs,
  ];
  return { dayAt: today.dayAt, limit: knownLimit, used, blockedUntil: Math.max(...blocks) };
}

/** A new day begins with nothing used. */
function onDayOf(count: DayCount, now: number): DayCount {
  const dayAt = startOfDay(now);
  return dayAt === count.dayAt ? count : { ...count, dayAt, used: 0 };
}

function startOfDay(now: number): number {
  return Math.floor(now / DAY) * DAY;
}

function nextDay(now: number): number {
  return startOfDay(now) + DAY + MIDNIGHT_PAD_MS;
}
