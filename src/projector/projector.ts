/**
 * The projector: keeps ClickHouse equal to the raw bodies in PostgreSQL. One at a time across all processes works; the others wait
 * to take over (a killed one is replaced within seconds).
 *
 * following → settling → projecting ⇄ (verifying, rebuilding) → following. Every fault leads back to settling, which trusts nothing;
 * `outdated` is final: a newer program has written the projection, and this one gives the lead away.
 */
import { backoffDelayMs } from '#/domain/backoff.ts';
import { pause } from '#/stores/pause.ts';
import type { PostgresConnection } from '#/stores/postgres/database.ts';
import { createLead } from '#/stores/postgres/lead.ts';
import { LIVE, type ProjectorParts } from './parts.ts';
import { projectLive } from './project-live.ts';
import type { ProjectorView, Showing } from './projector-view.ts';
import { rebuildAll } from './rebuild.ts';
import { createRowSource } from './row-source.ts';
import { Superseded } from './send-batch.ts';
import { settle } from './settle.ts';
import { countProgress } from './tasks.ts';
import { removeVoidRows } from './void-batches.ts';

export interface Projector {
  start(): void;
  /** Ends the batch that is on its way, and gives the lead away. */
  stop(): Promise<void>;
  leads(): boolean;
  describe(): Readonly<ProjectorView>;
}

export interface ProjectorOptions extends Omit<ProjectorParts, 'rows'> {
  readonly connection: PostgresConnection;
  readonly onChange?: (view: Readonly<ProjectorView>) => void;
}

const LOCK = [0x67616d65, 0x70726f6a] as const;
const RETRY = { firstMs: 500, maxMs: 10_000 };

export function createProjector(options: ProjectorOptions): Projector {
  const parts = { ...options, rows: createRowSource(options.database, options.log) };
  const view: ProjectorView = {
    state: 'following',
    games: 0,
    batches: 0,
    lag: null,
    progress: null,
    fault: null,
  };
  const show = (changes: Partial<ProjectorView>): void => {
    Object.assign(view, changes);
    options.onChange?.({ ...view });
  };
  let term = { end: new AbortController(), ended: Promise.resolve() };
  const lead = createLead({
    connection: options.connection,
    log: options.log,
    name: 'projector',
    lock: LOCK,
    onGained() {
      const end = new AbortController();
      // The last term may still be finishing a batch.
      term = {
        end,
        ended: term.ended.then(() => workUntil(parts, { view, show }, end.signal)).then(after),
      };
    },
    onLost: () => term.end.abort(),
  });
  const after = (isOutdated: boolean): void => {
    show({ state: isOutdated ? 'outdated' : 'following', progress: null });
    if (isOutdated) void lead.stop();
  };
  return {
    start: () => lead.start(),
    leads: () => lead.leads(),
    describe: () => ({ ...view }),
    async stop() {
      // The lead is kept until the batch is through, so that nobody takes it back meanwhile.
      term.end.abort();
      await term.ended;
      await lead.stop();
      await term.ended;
    },
  };
}

/** True: this program is too old. */
async function workUntil(parts: ProjectorParts, showing: Showing, signal: AbortSignal): Promise<boolean> {
  const { show } = showing;
  let failures = 0;
  while (!signal.aborted) {
    try {
      show({ state: 'settling', progress: null });
      const settled = await settle(parts, signal);
      if (settled.type === 'outdated') {
        parts.log.error({ version: settled.version }, 'a newer program has written the projection');
        return true;
      }
      if (settled.type === 'rebuild') await rebuild(parts, settled, show, signal);
      else await projectLive(parts, settled.live, showing, signal);
      failures = 0;
    } catch (error) {
      if (error instanceof Superseded) await cleanUp(parts);
      if (signal.aborted) return false;
      failures += 1;
      parts.log.warn({ err: error, failures }, 'the projector was interrupted; beginning again');
      show({ fault: error instanceof Error ? error.message : String(error) });
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
  parts.log.warn({ reason }, 'the projection is built anew');
  const counting = await countProgress(
    parts,
    1,
    (progress) => show({ state: 'rebuilding', progress, fault: null }),
    () => Promise.resolve(),
  );
  await rebuildAll(parts, dropped, counting.onPage, signal);
}

/** Whoever took over declared our batch void, but may have looked for its rows before we sent them. */
async function cleanUp(parts: ProjectorParts): Promise<void> {
  try {
    await removeVoidRows(parts, LIVE, new AbortController().signal);
  } catch (error) {
    parts.log.warn(
      { err: error },
      'rows of a void batch could not be removed; the one that leads will do it',
    );
  }
}
