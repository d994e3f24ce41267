/**
 * The limiter that every caller of an upstream goes through: limits are counted for each API key on each host, and all
 * processes share what is left of them (src/domain/limiter/budget.ts says how).
 */
import type { Logger } from 'pino';
import type { BudgetView } from '#/domain/limiter/budget-view.ts';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import type { PostgresConnection } from '#/runtime/postgres/database.ts';
import { createHeldConnection } from '#/runtime/postgres/held-connection.ts';
import { PERMIT_CHANNEL, toHint, type BudgetName, type ChangeBudget } from '../permit.ts';
import { createHostLimiter, type HostLimiter, type LimiterObserver } from './host-limiter.ts';

export interface SharedLimiterOptions {
  readonly connection: PostgresConnection;
  readonly change: ChangeBudget;
  readonly log: Logger;
  readonly observe: LimiterObserver;
}

export interface SharedLimiter extends Limiter {
  /** Every budget that this process has used, as it was when it last looked. */
  views(): readonly (BudgetName & { readonly scopes: BudgetView })[];
  stop(): Promise<void>;
}

export function createSharedLimiter({ connection, ...options }: SharedLimiterOptions): SharedLimiter {
  const hosts = new Map<string, { readonly name: BudgetName; readonly limiter: HostLimiter }>();
  const hints = createHeldConnection({
    connection,
    applicationName: 'gamekeeper permits',
    log: options.log,
    beatMs: 10_000,
    async onOpen(session) {
      await session.query(`listen ${PERMIT_CHANNEL}`);
    },
    async onBeat(session) {
      await session.query('select 1');
    },
    onNotice: (hint) => hosts.get(hint)?.limiter.hint(),
  });
  const limiterOf = ({ keyId, host }: BudgetName): HostLimiter => {
    const name = { keyId, host };
    const hint = toHint(name);
    const known = hosts.get(hint) ?? { name, limiter: createHostLimiter({ ...options, name }) };
    hosts.set(hint, known);
    return known.limiter;
  };
  return {
    acquire(call) {
      hints.start();
      return limiterOf(call).acquire(call);
    },
    views: () =>
      [...hosts.values()].flatMap(({ name, limiter }) => {
        const scopes = limiter.view();
        return scopes === undefined ? [] : [{ ...name, scopes }];
      }),
    async stop() {
      await Promise.all([...hosts.values()].map(({ limiter }) => limiter.stop()));
      await hints.stop();
    },
  };
}
