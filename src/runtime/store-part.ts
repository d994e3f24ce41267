/** How the status sees a store, whether we run it ourselves or somebody else does. */
import type { PartState } from '#/contract/status.ts';

export interface StoreDescription {
  readonly state: PartState;
  readonly since: Date | null;
  readonly restarts: number;
  /** How often it lost everything and began with an empty folder; the schema has to be made again then. */
  readonly beganAnew: number;
  readonly detail: string | null;
}

export interface StorePart {
  readonly mode: 'embedded' | 'external';
  describe(): StoreDescription;
  /** Asks the store itself; rejects when it does not answer. */
  version(): Promise<string>;
}

/** What an embedded store's supervisor says. */
export interface SupervisedStore extends Omit<StoreDescription, 'state'> {
  readonly state: 'starting' | 'running' | 'restarting' | 'stopped';
}

const STATES = { starting: 'starting', running: 'running', restarting: 'down', stopped: 'down' } as const;

/** The supervisor's own words may hold paths and log lines where something is wrong; those are for the log, not for every reader. */
export function toDescription({
  state,
  since,
  restarts,
  beganAnew,
  detail,
}: SupervisedStore): StoreDescription {
  const facts = { since, restarts, beganAnew };
  if (state === 'restarting') {
    return { ...facts, state: 'down', detail: 'It died and is being started again; the log says why.' };
  }
  if (state === 'running' && beganAnew > 0) {
    return {
      ...facts,
      state: 'degraded',
      detail: 'Its folder could not be opened and was moved aside; the log says where.',
    };
  }
  return { ...facts, state: STATES[state], detail };
}
