/**
 * Doctor's look at the upstream keys. Where Gamekeeper runs, it is asked what it heard: a call beside it would not be in its
 * budget. Where nothing runs, each key is tried with one call.
 */
import { placesBelow } from '#/runtime/places.ts';
import { describeUpstreams, usesPractice } from '#/upstream/sources.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import { createDatabase, type PostgresConnection } from '#/runtime/postgres/database.ts';
import { findRunningPostgres } from '#/runtime/postgres/embedded/embedded-postgres.ts';
import { listHeardOfKeys, type HeardOfKey } from '#/upstream/key-health.ts';
import { ok, type CheckContext, type Finding } from './finding.ts';
import { openKeyTrials, type KeyTrials } from './try-keys.ts';

type Upstream = ReturnType<typeof describeUpstreams>[number];

interface Trying {
  readonly setting: string;
  readonly try: (trials: KeyTrials) => Promise<Outcome<unknown>>;
  readonly whenRefused: string;
  readonly whenSilent: string;
}

const RIOT = {
  whenRefused: 'Development keys expire after a day.',
  whenSilent: 'Is Riot reachable from here? RIOT_BASE_URL says where it is asked.',
};
const TRYING: Readonly<Record<Upstream['id'], Trying>> = {
  'riot-tft': { ...RIOT, setting: 'RIOT_TFT_API_KEY', try: ({ tft }) => tft() },
  'riot-lol': { ...RIOT, setting: 'RIOT_LOL_API_KEY', try: ({ lol }) => lol() },
  'api-football': {
    setting: 'API_FOOTBALL_KEY',
    try: ({ football }) => football(),
    whenRefused: 'The dashboard of API-Football tells whether it is valid, and from which addresses.',
    whenSilent: 'Is API-Football reachable from here? API_FOOTBALL_URL says where it is asked.',
  },
};

export async function checkKeys(context: CheckContext): Promise<Finding[]> {
  const { config } = context;
  const upstreams = describeUpstreams(config, await heardWhereItRuns(context));
  if (usesPractice(config))
    return upstreams.map(({ name }) => ok('keys', `${name}: the practice world stands in`));
  const trials = openKeyTrials(config);
  try {
    return await Promise.all(upstreams.map((upstream) => toFinding(upstream, trials)));
  } finally {
    await trials.stop();
  }
}

async function toFinding(upstream: Upstream, trials: KeyTrials): Promise<Finding> {
  const { id, name, key, state, detail } = upstream;
  if (key === 'missing')
    return warning(
      `${name}: no key`,
      `Nothing is collected from there. Set ${TRYING[id].setting} to change that.`,
    );
  if (state === 'ok') return ok('keys', `${name}: set, and let in`);
  if (state === 'rejected') return refused(upstream, detail ?? 'refused');
  return tryKey(upstream, trials);
}

async function tryKey(upstream: Upstream, trials: KeyTrials): Promise<Finding> {
  const { id, name } = upstream;
  const answer = await TRYING[id].try(trials);
  if (answer.outcome === 'ok') return ok('keys', `${name}: set, and let in`);
  if (answer.outcome === 'forbidden')
    return refused(
      upstream,
      answer.status === null ? answer.message : `${answer.message} (${answer.status})`,
    );
  return warning(`${name}: set, but could not be tried (${answer.outcome})`, TRYING[id].whenSilent);
}

function warning(message: string, hint: string): Finding {
  return { check: 'keys', level: 'warning', message, hint };
}

function refused({ id, name }: Upstream, why: string): Finding {
  const { setting, whenRefused } = TRYING[id];
  return {
    check: 'keys',
    level: 'error',
    message: `${name}: the key is refused: ${why}`,
    hint: `${whenRefused} Make a new one and set ${setting}.`,
  };
}

async function heardWhereItRuns({ config, log }: CheckContext): Promise<HeardOfKey[]> {
  const connection: PostgresConnection | undefined = config.DATABASE_URL
    ? { url: config.DATABASE_URL }
    : await findRunningPostgres(placesBelow(config.DATA_DIR).postgres);
  if (connection === undefined) return [];
  const database = createDatabase({
    connection,
    applicationName: 'gamekeeper doctor',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
    log,
  });
  try {
    return await listHeardOfKeys(database);
  } catch (error) {
    // The check of PostgreSQL says what is wrong with it; here it only means that nothing was heard.
    log.debug({ err: error }, 'nothing heard of keys');
    return [];
  } finally {
    await database.close();
  }
}
