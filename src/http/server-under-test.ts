/** The real server with everything at hand that tests look at: its routes, its log lines, its metrics and its live hub. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { SystemStatus } from '#/contract/status.ts';
import { createAdminActionsUnderTest } from './admin/admin-actions-under-test.ts';
import { createFootballAccessUnderTest } from './football/football-access-under-test.ts';
import type { HttpSettings } from './http-settings.ts';
import { createJobsAccessUnderTest } from './jobs/jobs-access-under-test.ts';
import { createLiveHub, type LiveHub, type LiveHubOptions } from './live/hub.ts';
import { createLolAccessUnderTest } from './lol/lol-access-under-test.ts';
import { createOperationsAccessUnderTest } from './operations/operations-access-under-test.ts';
import { createHttpServer, type HttpDeps } from './server.ts';
import { createTftAccessUnderTest } from './tft/tft-access-under-test.ts';

export const ADMIN_TOKEN = 'gk_the-token-that-this-server-accepts';

export interface ServerUnderTest {
  readonly server: FastifyInstance;
  readonly live: LiveHub;
  readonly metrics: Registry;
  /** Every route as the router got it, whoever added it. */
  readonly routes: readonly RouteOptions[];
  readonly logLines: readonly Record<string, unknown>[];
}

export interface ServerChoices {
  /** Default: trace. From debug on, every request takes the long way and is logged. */
  readonly level?: 'trace' | 'debug' | 'info';
  readonly settings?: Partial<HttpSettings>;
  readonly deps?: Partial<Omit<HttpDeps, 'settings' | 'live' | 'metrics' | 'log'>>;
  readonly live?: Partial<Omit<LiveHubOptions, 'log'>>;
}

export async function createServerUnderTest(choices: ServerChoices = {}): Promise<ServerUnderTest> {
  const logLines: Record<string, unknown>[] = [];
  const log = pino(
    { level: choices.level ?? 'trace' },
    { write: (line: string) => void logLines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const live = createLiveHub({ topics: [], log, ...choices.live });
  const metrics = new Registry();
  const settings: HttpSettings = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    allowedHosts: [],
    trustProxy: false,
    rateLimitPerMinute: 1_000_000,
    uiDirectory: '/there/is/no/such/directory',
    ...choices.settings,
  };
  const { routes, result: server } = await recordRoutes(() =>
    createHttpServer({
      log,
      settings,
      live,
      metrics,
      version: '1.2.3',
      status: async () => sampleStatus(),
      readiness: async () => ({ ready: true, reasons: [] }),
      patches: {
        list: async () => ({ patches: [], undated: [] }),
        change: async () => 1,
        task: async () => undefined,
      },
      tft: createTftAccessUnderTest(),
      lol: createLolAccessUnderTest(),
      football: createFootballAccessUnderTest(),
      jobs: createJobsAccessUnderTest(),
      operations: createOperationsAccessUnderTest(),
      checkAdminToken: async (token) => token === ADMIN_TOKEN,
      adminActions: createAdminActionsUnderTest(),
      ...choices.deps,
    }),
  );
  return { server, live, metrics, routes, logLines };
}

/** Asks Fastify itself, and before any hook of ours: what a plugin adds is seen as well. */
async function recordRoutes<T>(make: () => Promise<T>): Promise<{ routes: RouteOptions[]; result: T }> {
  const routes: RouteOptions[] = [];
  const onInitialized = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', onInitialized);
  try {
    return { routes, result: await make() };
  } finally {
    unsubscribe('fastify.initialization', onInitialized);
  }
}

export function sampleStatus(): SystemStatus {
  const time = '2026-01-02T03:04:05.678Z';
  return {
    version: '1.2.3',
    now: time,
    startedAt: time,
    state: 'running',
    parts: [
      {
        id: 'postgres',
        name: 'PostgreSQL',
        mode: 'embedded',
        state: 'running',
        version: '18.4',
        since: time,
        restarts: 0,
        detail: null,
      },
    ],
    processes: [],
    queues: [{ kind: 'crawl', waiting: 3, delayed: 0, active: 1, deadLettered: 0 }],
    schedules: [],
    recentJobs: [],
    disk: { freeBytes: 10, totalBytes: 20, lowBytes: 5 },
    clipSites: [],
    upstreams: [
      {
        id: 'riot-tft',
        name: 'Riot TFT',
        keySetting: 'A_KEY',
        key: 'missing',
        state: 'unknown',
        detail: null,
      },
    ],
  };
}
