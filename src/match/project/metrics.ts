/**
 * Metrics of the projection. The lag is read from PostgreSQL at each scrape, so every process reports the
 * same value.
 */
import { Gauge, type Registry } from 'prom-client';
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { RawBacklog } from '../raw.ts';
import { PROJECTED_SOURCES } from './projection-task.ts';
import { listDamages, readProjectionLag } from './projection.ts';
import type { ProjectorView } from './projector.ts';

export function createProjectorMetrics(
  registry: Registry,
  database: Queryable,
  describe: () => ProjectorView | null,
): readonly Gauge[] {
  const registers = [registry];
  const readLags = askedOnce(database);
  const seconds = new Gauge({
    name: 'gamekeeper_projection_lag_seconds',
    help: 'Age of the oldest stored match that is not in the statistics yet, in seconds.',
    labelNames: ['source'],
    registers,
    async collect() {
      for (const { source, lag } of await readLags()) this.set({ source }, lag.seconds);
    },
  });
  const rows = new Gauge({
    name: 'gamekeeper_projection_lag_rows',
    help: 'Stored matches that are not in the statistics yet, counted up to 100000.',
    labelNames: ['source'],
    registers,
    async collect() {
      for (const { source, lag } of await readLags()) this.set({ source }, lag.rows);
    },
  });
  const damaged = new Gauge({
    name: 'gamekeeper_projection_damaged',
    help: 'Whether rows are known to be missing from the statistics; they are being restored.',
    labelNames: ['source'],
    registers,
    async collect() {
      const damages = await listDamages(database).catch(() => undefined);
      if (damages === undefined) return this.reset();
      for (const source of PROJECTED_SOURCES)
        this.set({ source }, damages.some((damage) => damage.source === source) ? 1 : 0);
    },
  });
  const games = new Gauge({
    name: 'gamekeeper_projected_games',
    help: 'Matches that this process has projected since it started.',
    labelNames: ['source'],
    registers,
    collect() {
      for (const source of PROJECTED_SOURCES) {
        const view = describe()?.sources.find((one) => one.source === source);
        this.set({ source }, view?.games ?? 0);
      }
    },
  });
  return [seconds, rows, damaged, games];
}

type SourceLag = { readonly source: string; readonly lag: RawBacklog };

/** All metrics of a scrape are collected concurrently; they share one read. */
function askedOnce(database: Queryable): () => Promise<readonly SourceLag[]> {
  let inFlight: Promise<readonly SourceLag[]> | undefined;
  return () => {
    inFlight ??= readLags(database).finally(() => (inFlight = undefined));
    return inFlight;
  };
}

async function readLags(database: Queryable): Promise<readonly SourceLag[]> {
  const lags: SourceLag[] = [];
  for (const source of PROJECTED_SOURCES) {
    // The other metrics stay available while the store is down.
    const lag = await readProjectionLag(database, source, source).catch(() => undefined);
    if (lag !== undefined) lags.push({ source, lag });
  }
  return lags;
}
