/** How the status sees a store, whether we run it ourselves or somebody else does. */
import type { PartState } from '#/contract/status.ts';

export interface StoreDescription {
  readonly state: PartState;
  readonly since: Date | null;
  readonly restarts: number;
  readonly detail: string | null;
}

export interface StorePart {
  readonly mode: 'embedded' | 'external';
  describe(): StoreDescription;
  /** Asks the store itself; rejects when it does not answer. */
  version(): Promise<string>;
}

/** What an embedded store's supervisor says. */
export interface SupervisedStore {
  readonly state: 'starting' | 'running' | 'restarting' | 'stopped';
  readonly since: Date | null;
  readonly restarts: number;
  readonly detail: string | null;
}

const STATES = { starting: 'starting', running: 'running', restarting: 'down', stopped: 'down' } as const;

/** While it is away, the supervisor's own words may hold paths and log lines; those are for the log, not for every reader. */
export function toDescription({ state, since, restarts, detail }: SupervisedStore): StoreDescription {
  const shown = state === 'restarting' ? 'It died and is being started again; the log says why.' : detail;
  return { state: STATES[state], since, restarts, detail: shown };
}
