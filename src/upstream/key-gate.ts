/**
 * Remembers which keys are refused, because every call with a refused key prolongs its punishment. After a 401 or 403 nothing is sent for a
 * minute, then one call as a check, and so on until the key is accepted.
 *
 * A refusal shuts, per key and host:
 * - the method that was refused, always;
 * - the whole host, unless another of its methods answered within the minute before: a key may lack the right to one method, and one
 *   method must not condemn the key. An expired key costs at most one call per method.
 */
import type { Logger } from 'pino';
import type { Forbidden } from './outcome.ts';

export type KeyHealth =
  | { readonly state: 'missing' }
  /** Not used yet. */
  | { readonly state: 'unknown' }
  | { readonly state: 'ok' }
  | { readonly state: 'rejected'; readonly status: number; readonly message: string; readonly since: Date };

export interface KeyUse {
  readonly keyId: string;
  readonly host: string;
  readonly method: string;
}

export interface KeyGate {
  /** Null: the key may be used. Changes nothing. */
  refusal(use: KeyUse): Forbidden | null;
  /** Right before the call. `leave` must be called at its end. */
  enter(use: KeyUse): { leave(): void } | Forbidden;
  /** Records the status of an answer; for a refusal, returns the reason. */
  record(use: KeyUse, status: number, message: string): Forbidden['reason'] | null;
  health(keyId: string): KeyHealth;
}

interface Verdict {
  readonly isAccepted: boolean;
  readonly status: number;
  readonly message: string;
  readonly at: number;
  /** The time of the first equal verdict in a row. */
  readonly since: number;
}

interface HostMemory {
  readonly verdicts: Map<string, Verdict>;
  isChecking: boolean;
}

type GateLog = Pick<Logger, 'info' | 'warn'>;

interface KeyMemory {
  readonly hosts: Map<string, HostMemory>;
  /** The refusal was logged, and the key was not accepted since. */
  isLoggedRefused: boolean;
}

const SHUT_MS = 60_000;
/** Statuses that follow a check of the key. Others (429, 5xx) may come before it. */
const PROOFS: ReadonlySet<number> = new Set([200, 400, 404]);

/** `upstream` is its name in log lines. */
export function createKeyGate(upstream: string, now: () => Date, log?: GateLog): KeyGate {
  const keys = new Map<string, KeyMemory>();
  const refusal = (use: KeyUse): Forbidden | null => {
    const host = hostMemory(keys, use);
    const verdict = shutBy(host, use.method);
    if (verdict === null) return null;
    const isCheckDue = now().getTime() >= verdict.at + SHUT_MS && !host.isChecking;
    return isCheckDue ? null : toForbidden(verdict, host);
  };
  return {
    refusal,
    enter(use) {
      const refused = refusal(use);
      if (refused !== null) return refused;
      const host = hostMemory(keys, use);
      const isCheck = shutBy(host, use.method) !== null;
      if (isCheck) host.isChecking = true;
      return {
        leave() {
          if (isCheck) host.isChecking = false;
        },
      };
    },
    record(use, status, message) {
      const isAccepted = PROOFS.has(status);
      if (!isAccepted && status !== 401 && status !== 403) return null;
      const host = hostMemory(keys, use);
      const at = now().getTime();
      const last = host.verdicts.get(use.method);
      const verdict = {
        isAccepted,
        status,
        message,
        at,
        since: last?.isAccepted === isAccepted ? last.since : at,
      };
      host.verdicts.set(use.method, verdict);
      logChange(keyMemory(keys, use.keyId), isAccepted, { upstream, keyId: use.keyId }, log);
      return isAccepted ? null : toForbidden(verdict, host).reason;
    },
    health: (keyId) => healthOf(keyMemory(keys, keyId)),
  };
}

function keyMemory(keys: Map<string, KeyMemory>, keyId: string): KeyMemory {
  const memory = keys.get(keyId) ?? { hosts: new Map(), isLoggedRefused: false };
  keys.set(keyId, memory);
  return memory;
}

function hostMemory(keys: Map<string, KeyMemory>, { keyId, host }: KeyUse): HostMemory {
  const { hosts } = keyMemory(keys, keyId);
  const memory = hosts.get(host) ?? { verdicts: new Map(), isChecking: false };
  hosts.set(host, memory);
  return memory;
}

/** Logs once when a key is refused and once when it is accepted again, however many calls see it. */
function logChange(key: KeyMemory, isAccepted: boolean, fields: object, log: GateLog | undefined): void {
  if (isAccepted !== key.isLoggedRefused) return;
  const health = healthOf(key);
  if (isAccepted && health.state === 'ok') log?.info(fields, 'API key accepted again');
  else if (health.state === 'rejected') {
    const { status, message } = health;
    log?.warn({ ...fields, status, message }, 'API key refused: expired, blocked or mistyped');
  } else return;
  key.isLoggedRefused = health.state === 'rejected';
}

function shutBy(memory: HostMemory, method: string): Verdict | null {
  const own = memory.verdicts.get(method);
  return own?.isAccepted === false ? own : condemning([...memory.verdicts.values()]);
}

/** The newest refusal, unless a call was accepted around its time. */
function condemning(verdicts: readonly Verdict[]): Verdict | null {
  const refusal = newest(verdicts.filter(({ isAccepted }) => !isAccepted));
  const proof = newest(verdicts.filter(({ isAccepted }) => isAccepted));
  if (refusal === null) return null;
  return proof !== null && proof.at > refusal.at - SHUT_MS ? null : refusal;
}

function newest(verdicts: readonly Verdict[]): Verdict | null {
  return verdicts.reduce<Verdict | null>(
    (last, verdict) => (last === null || verdict.at >= last.at ? verdict : last),
    null,
  );
}

function toForbidden({ status, message }: Verdict, memory: HostMemory): Forbidden {
  const isKeyAtFault = condemning([...memory.verdicts.values()]) !== null;
  const of403 = isKeyAtFault ? 'expiredOrBlocked' : 'methodNotAllowed';
  return { outcome: 'forbidden', reason: status === 401 ? 'unknownKey' : of403, status, message };
}

function healthOf(key: KeyMemory): KeyHealth {
  const verdicts = [...key.hosts.values()].flatMap((host) => Array.from(host.verdicts.values()));
  if (verdicts.length === 0) return { state: 'unknown' };
  const refusal = condemning(verdicts);
  if (refusal === null) return { state: 'ok' };
  const { status, message } = refusal;
  const lastProofAt = newest(verdicts.filter(({ isAccepted }) => isAccepted))?.at ?? 0;
  const starts = verdicts.filter(({ isAccepted, since }) => !isAccepted && since > lastProofAt);
  return {
    state: 'rejected',
    status,
    message,
    since: new Date(Math.min(refusal.at, ...starts.map(({ since }) => since))),
  };
}
