/**
 * The projector keeps ClickHouse equal to the raw bodies in PostgreSQL. One process leads and works on the
 * projections of all sources side by side; the others wait to take over (a killed leader is replaced within
 * seconds).
 *
 * States of a projection: following → settling → projecting ⇄ (verifying, rebuilding) → following. A fault
 * returns its projection to settling. `outdated` is final: a newer version of the program owns the
 * projection, and this process gives up the lead.
 */
import type { ClickHouseWriter } from '#/runtime/clickhouse/clickhouse.ts';
import type { Logger } from 'pino';
import { backoffDelayMs } from '#/domain/backoff.ts';
import { isDamage } from '#/runtime/clickhouse/part-health.ts';
import { pause } from '#/runtime/pause.ts';
import type { Database, PostgresConnection } from '#/runtime/postgres/database.ts';
import { createLead } from '#/runtime/postgres/session.ts';
import { countRaw, type RawBacklog } from '../raw.ts';
import { removeVoidRows, Superseded } from './batches.ts';
import { createHealthCheck } from './health.ts';
import { projectLive, settle } from './live.ts';
import type { ProjectedSource } from './projection-task.ts';
import type { ProjectorParts, SourceProjection } from './projection.ts';
import { rebuildAll } from './rebuild.ts';
import { countProgress, type Progress } from './tasks.ts';

export interface Projector {
  start(): void;
  /** Finishes open batches and gives up the lead. */
  stop(): Promise<void>;
  leads(): boolean;
  describe(): ProjectorView;
}

export interface ProjectorOptions {
  readonly connection: PostgresConnection;
  readonly database: Database;
  /** The account with write access. */
  readonly clickhouse: ClickHouseWriter;
  readonly log: Logger;
  readonly projections: readonly SourceProjection[];
  /** As in `ProjectorParts`. */
  readonly pageSize: number;
  readonly collectMs?: number | undefined;
  readonly checkMs?: number | undefined;
  readonly onChange?: (view: ProjectorView) => void;
}

const LOCK = [0x67616d65, 0x70726f6a] as const;

export function createProjector(options: ProjectorOptions): Projector {
  const { projections, onChange, connection, log } = options;
  const views = projections.map(() => ({ ...FIRST_VIEW }));
  const describe = (): ProjectorView =>
    viewOfAll(projections.map(({ source }, at) => ({ source, ...(views[at] ?? FIRST_VIEW) })));
  const showing = (view: ProjectionView) => ({
    view,
    show(changes: Partial<ProjectionView>) {
      Object.assign(view, changes);
      onChange?.(describe());
    },
  });
  const works = projections.map((projection, at) => ({
    parts: { ...options, projection, log: log.child({ source: projection.source }) },
    showing: showing(views[at] ?? { ...FIRST_VIEW }),
  }));
  /** Returns true if a newer version owns one of them. */
  const workAll = async (end: AbortController): Promise<boolean> => {
    const outcomes = await Promise.all(
      works.map(async (work) => {
        const isOutdated = await workUntil(work.parts, work.showing, end.signal);
        if (isOutdated) end.abort();
        work.showing.show({ state: isOutdated ? 'outdated' : 'following', progress: null });
        return isOutdated;
      }),
    );
    return outcomes.includes(true);
  };
  /** The previous term may still be finishing a batch. */
  const workAfter = async (lastTerm: Promise<void>, end: AbortController): Promise<void> => {
    await lastTerm;
    if (await workAll(end)) void lead.stop();
  };
  let term = { end: new AbortController(), ended: Promise.resolve() };
  const lead = createLead({
    connection,
    log,
    name: 'projector',
    lock: LOCK,
    onGained() {
      const end = new AbortController();
      term = { end, ended: workAfter(term.ended, end) };
    },
    onLost: () => term.end.abort(),
  });
  return {
    start: () => lead.start(),
    leads: () => lead.leads(),
    describe,
    async stop() {
      // The lead is held until the batches are closed; otherwise the next leader voids them.
      term.end.abort();
      await term.ended;
      await lead.stop();
      await term.ended;
    },
  };
}

const RETRY = { firstMs: 500, maxMs: 10_000 };

/**
 * Works on one projection until the lead ends, and starts again after every fault. Returns true if a newer
 * version of the program owns it.
 */
async function workUntil(parts: ProjectorParts, showing: Showing, signal: AbortSignal): Promise<boolean> {
  const { show } = showing;
  const health = createHealthCheck(parts);
  let failures = 0;
  while (!signal.aborted) {
    try {
      show({ state: 'settling', progress: null });
      const settled = await settle(parts, signal);
      if (settled.type === 'outdated') {
        parts.log.error({ version: settled.version }, 'a newer version has written the projection');
        return true;
      }
      if (settled.type === 'rebuild') await rebuild(parts, settled, show, signal);
      else {
        await health.check();
        await projectLive(parts, settled.live, showing, health.check, signal);
      }
      failures = 0;
    } catch (error) {
      if (error instanceof Superseded) await cleanUp(parts);
      if (signal.aborted) return false;
      failures += 1;
      parts.log.warn({ err: error, failures }, 'projector interrupted, starting again');
      show({ fault: error instanceof Error ? error.message : String(error) });
      if (isDamage(error)) await health.dropUnreadable(String(error));
      await pause(backoffDelayMs(RETRY, failures, Math.random()), signal);
    }
  }
  return false;
}

async function rebuild(
  parts: ProjectorParts,
  { reason, dropped }: { readonly reason: string; readonly dropped: readonly string[] },
  show: Showing['show'],
  signal: AbortSignal,
): Promise<void> {
  parts.log.warn({ reason }, 'rebuilding the projection');
  const counting = await countProgress(
    await countRaw(parts.database, parts.projection.source),
    (progress) => show({ state: 'rebuilding', progress, fault: null }),
    () => Promise.resolve(),
  );
  await rebuildAll(parts, dropped, counting.onPage, signal);
}

/** The new leader voided our batch, but may have searched for its rows before we sent them. */
async function cleanUp(parts: ProjectorParts): Promise<void> {
  try {
    await removeVoidRows(parts, parts.projection.live, new AbortController().signal);
  } catch (error) {
    parts.log.warn({ err: error }, 'rows of a void batch were not removed; the leader will remove them');
  }
}

export interface ProjectionView {
  state: ProjectorState;
  /** Since this process started. */
  games: number;
  batches: number;
  lag: RawBacklog | null;
  /** While it verifies or rebuilds. */
  progress: Progress | null;
  /** Until it works again. */
  fault: string | null;
}

type ProjectorState = (typeof STATES)[number];

/** In order of precedence: the first state that any source has is the state of the whole. */
const STATES = ['outdated', 'rebuilding', 'verifying', 'settling', 'following', 'projecting'] as const;

export interface SourceView extends Readonly<ProjectionView> {
  readonly source: ProjectedSource;
}

/** The sum of all backlogs, and the longest age. */
export interface ProjectorView extends Readonly<ProjectionView> {
  readonly sources: readonly SourceView[];
}

export interface Showing {
  readonly view: Readonly<ProjectionView>;
  readonly show: (changes: Partial<ProjectionView>) => void;
}

export const FIRST_VIEW: Readonly<ProjectionView> = {
  state: 'following',
  games: 0,
  batches: 0,
  lag: null,
  progress: null,
  fault: null,
};

export function viewOfAll(sources: readonly SourceView[]): ProjectorView {
  const lags = sources.map(({ lag }) => lag);
  return {
    state: STATES.find((state) => sources.some((source) => source.state === state)) ?? 'following',
    games: sumOf(sources.map(({ games }) => games)),
    batches: sumOf(sources.map(({ batches }) => batches)),
    lag: lags.reduce(joinLags, null),
    progress: sources.find(({ progress }) => progress !== null)?.progress ?? null,
    fault: sources.find(({ fault }) => fault !== null)?.fault ?? null,
    sources: [...sources],
  };
}

function joinLags(one: RawBacklog | null, other: RawBacklog | null): RawBacklog | null {
  if (one === null || other === null) return one ?? other;
  return { rows: one.rows + other.rows, seconds: Math.max(one.seconds, other.seconds) };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
