/**
 * How large a fleet is and how long it is troubled. The limits are small enough for work to be left until the last process has been replaced; their
 * window is long against the time of a call, so that what is lost between two windows is a few percent.
 */
export interface FleetSize {
  /** Of each process, those that answer first. */
  readonly roles: readonly string[];
  /** Places that are replaced together, as an operator would: never all of one role. */
  readonly waves: readonly (readonly string[])[];
  /** On each host: calls in five seconds. */
  readonly callsInFive: number;
  readonly historyDays: number;
  /** Undisturbed, to see how much of the limit is used. */
  readonly measureMs: number;
  /** How much of it has to be. */
  readonly leastUse: number;
  /** Of kills at random; 0: none. */
  readonly killMs: number;
  readonly restMs: number;
  /** Below these numbers too little was done for a proof. */
  readonly least: { readonly requests: number; readonly stored: number; readonly kills: number };
}

/** Of the short drill: some 480 games. */
export const SMALL_FLEET: FleetSize = {
  roles: ['api', 'api', 'worker', 'worker', 'projector,scheduler', 'projector,scheduler'],
  waves: [['api 1', 'worker 1', 'projector,scheduler 1']],
  callsInFive: 100,
  historyDays: 2,
  measureMs: 12_000,
  // One or two windows at the very beginning, when players are still being listed one after the other; the whole fleet has a backlog.
  leastUse: 0.5,
  killMs: 0,
  restMs: 60_000,
  least: { requests: 200, stored: 150, kills: 0 },
};

const WHOLE_FLEET = {
  roles: 'api api worker worker worker projector projector scheduler scheduler'.split(' '),
  waves: [
    ['api 1', 'worker 1', 'projector 1', 'scheduler 1'],
    ['api 2', 'worker 2', 'projector 2', 'scheduler 2'],
    ['worker 3'],
  ],
  callsInFive: 100,
  measureMs: 21_000,
  leastUse: 0.9,
  restMs: 300_000,
} as const;

/** Some 240 games are played in a day; what comes before the kills takes two to five minutes. The crawl has to outlast both. */
export function fleetFor(killMs: number): FleetSize {
  const gamesASecond = WHOLE_FLEET.callsInFive / 5;
  const historyDays = Math.ceil((gamesASecond * (300 + killMs / 1_000)) / 240);
  // A kill every few seconds.
  const least = { requests: 200, stored: 150, kills: Math.floor(killMs / 6_000) };
  return { ...WHOLE_FLEET, killMs, historyDays, least };
}
