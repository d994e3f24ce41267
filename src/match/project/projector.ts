/**
 * The projector keeps ClickHouse equal to the raw bodies in PostgreSQL. One process leads and works on the projections of all sources
 * side by side; the others wait to take over (a killed leader is replaced within seconds).
 *
 * States of a projection: following → settling → projecting ⇄ (verifying, rebuilding) → following. A fault returns its projection to
 * settling. `outdated` is final: a newer version of the program owns the projection, and this process gives up the lead.
 */
import type { ClickHouseWriter } from '#/runtime/clickhouse/clickhouse.ts';
import type { Logger } from 'pino';
import type { Database, PostgresConnection } from '#/runtime/postgres/database.ts';
import { createLead } from '#/runtime/postgres/lead.ts';
import { FIRST_VIEW, viewOfAll, type ProjectionView, type ProjectorView } from './projector-view.ts';
import type { SourceProjection } from './source-projection.ts';
import { workUntil } from './work-until.ts';

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
