/**
 * Builds the HTTP server: first what holds for every request (in the order in which a request meets it), then the
 * routes, one folder per resource. Nothing listens yet: that is `listen.ts`; tests call `inject()`.
 */
import { randomUUID } from 'node:crypto';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { SystemStatus } from '#/contract/status.ts';
import type { AdminActionLog } from './admin/admin-action-log.ts';
import { addAdminActionsRoute } from './admin/admin-actions-route.ts';
import { addAdminActionRecord } from './admin/record-admin-actions.ts';
import { addWhoamiRoute } from './admin/whoami-route.ts';
import { createAdminGuard } from './admin-guard.ts';
import { makeAnswerWriters } from './answer-writers.ts';
import { addOpenApi, addOpenApiRoute } from './docs/openapi.ts';
import { addReference } from './docs/reference.ts';
import { addErrorReplies, replyToBrokenAddress, replyToBrokenConnection } from './error-replies.ts';
import type { FootballAccess } from './football/football-access.ts';
import { addFootballRoutes } from './football/football-routes.ts';
import { addGracefulClose } from './graceful-close.ts';
import { addHealthRoutes, type Readiness } from './health/health-routes.ts';
import { addMetricsRoute } from './health/metrics-route.ts';
import { createHostAllowList } from './host-allow-list.ts';
import { limitsOf, type HttpLimits, type HttpSettings } from './http-settings.ts';
import { addFailedJobsRoutes } from './jobs/failed-jobs-routes.ts';
import type { JobsAccess } from './jobs/jobs-access.ts';
import { addJobsRoutes } from './jobs/jobs-routes.ts';
import { addJsonBody } from './json-body.ts';
import type { LiveHub } from './live/hub.ts';
import { addLiveRoute, addWebSockets, LIVE_PATH } from './live/route.ts';
import { addLolRoutes, type LolAccess } from './lol/lol-routes.ts';
import type { OperationsAccess } from './operations/operations-access.ts';
import { addOperationsRoutes } from './operations/operations-routes.ts';
import { addQuarantineRoutes } from './operations/quarantine-routes.ts';
import { addLoadShedding } from './load-shedding.ts';
import { addRateLimits } from './rate-limits.ts';
import { addReadyLane } from './ready-lane.ts';
import { addRequestChecks } from './request-checks.ts';
import { addRequestRecord } from './request-record.ts';
import { addRoutePolicy } from './route-policy.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { addStatusRoute } from './status/status-route.ts';
import type { PatchAccess } from './tft/patch-access.ts';
import { addPatchCalendarRoute } from './tft/patch-calendar-route.ts';
import { addPatchChangeRoutes } from './tft/patch-change-routes.ts';
import { addPatchTaskRoute } from './tft/patch-task-route.ts';
import { readyExplorations } from './tft/ready-explorations.ts';
import type { TftAccess } from './tft/tft-access.ts';
import { addTftRoutes } from './tft/tft-routes.ts';
import { addUiRoutes } from './ui/ui-routes.ts';

export interface HttpDeps {
  readonly log: Logger;
  readonly settings: HttpSettings;
  readonly status: () => Promise<SystemStatus>;
  readonly readiness: () => Promise<Readiness>;
  readonly checkAdminToken: (token: string) => Promise<boolean>;
  readonly adminActions: AdminActionLog;
  readonly live: LiveHub;
  readonly metrics: Registry;
  readonly patches: PatchAccess;
  readonly tft: TftAccess;
  readonly lol: LolAccess;
  readonly football: FootballAccess;
  readonly jobs: JobsAccess;
  readonly operations: OperationsAccess;
  readonly version: string;
}

export async function createHttpServer(deps: HttpDeps): Promise<FastifyInstance> {
  const { settings } = deps;
  const limits = limitsOf(settings);
  const hosts = createHostAllowList(settings);
  const server = createBareServer(deps, limits);

  await addWebSockets(server, deps.live);
  addGracefulClose(server, limits.closeTimeoutMs);
  const measure = addRequestRecord(server, deps.metrics);
  const securityHeaders = await addSecurityHeaders(server, settings.publicUrl);
  addRequestChecks(server, hosts, limits);
  const countRequest = await addRateLimits(server, settings.rateLimitPerMinute);
  addErrorReplies(server);
  addJsonBody(server, limits);
  const guard = createAdminGuard(server, {
    checkAdminToken: deps.checkAdminToken,
    failedAttemptsPerMinute: limits.failedAdminAttemptsPerMinute,
  });
  addRoutePolicy(server, guard);
  addAdminActionRecord(server, deps.adminActions);
  await addOpenApi(server, deps.version);

  addHealthRoutes(server, { readiness: deps.readiness, readinessTimeoutMs: limits.readinessTimeoutMs });
  addMetricsRoute(server, { registry: deps.metrics, liveStats: deps.live.stats });
  addStatusRoute(server, deps.status);
  addLiveRoute(server, { hub: deps.live, hosts });
  addPatchCalendarRoute(server, deps.patches);
  addWhoamiRoute(server);
  addAdminActionsRoute(server, deps.adminActions);
  addPatchChangeRoutes(server, deps.patches);
  addPatchTaskRoute(server, deps.patches);
  const desk = addTftRoutes(server, deps.tft, deps.metrics);
  addLolRoutes(server, deps.lol);
  addFootballRoutes(server, deps.football);
  addJobsRoutes(server, deps.jobs);
  addFailedJobsRoutes(server, deps.jobs);
  addOperationsRoutes(server, deps.operations);
  addQuarantineRoutes(server, deps.operations);
  addOpenApiRoute(server);
  await addReference(server);
  await addUiRoutes(server, settings);
  const find = readyExplorations(desk);
  // Where each request is told in the log, all of them go the long way.
  if (!deps.log.isLevelEnabled('debug')) {
    addReadyLane(server, { ...settings, hosts, countRequest, securityHeaders, measure, find });
  }
  addLoadShedding(server, {
    limits: settings.overload,
    isReady: (url) => find(url) !== undefined,
    securityHeaders,
    measure,
    registry: deps.metrics,
    random: Math.random,
    now: () => performance.now(),
  });
  return server;
}

function createBareServer({ log, settings }: HttpDeps, limits: HttpLimits): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const server = fastify({
    loggerInstance,
    // One line for each request is written by `request-record.ts`.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // One proxy, ours: it appends the address it saw, and whatever stands before that the client may have made up.
    trustProxy: settings.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.connectionTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    handlerTimeout: limits.handlerTimeoutMs,
    routerOptions: { maxParamLength: limits.pathParameterCharacters },
    schemaController: { compilersFactory: { buildSerializer: makeAnswerWriters } },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    // Our own refusal while closing is a problem like any other (see `graceful-close.ts`).
    return503OnClosing: false,
    frameworkErrors: replyToBrokenAddress,
    clientErrorHandler: replyToBrokenConnection,
    http: {
      maxHeaderSize: limits.headerBytes,
      // Missing, it is refused by `request-checks.ts`, in our form.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeoutMs,
      // How often Node looks for requests that are over their time; its own default of 30 s would triple our limits.
      connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs),
      // Any other Upgrade (curl offers h2c) is answered as the plain request that it also is.
      shouldUpgradeCallback: ({ url, headers }) =>
        url?.split('?', 1)[0] === LIVE_PATH && headers.upgrade?.toLowerCase() === 'websocket',
    },
  });
  // An expectation we do not know is ignored, as HTTP allows, instead of Node's bare 417.
  server.server.on('checkExpectation', (request, response) => server.routing(request, response));
  server.setValidatorCompiler(TypeBoxValidatorCompiler);
  return server;
}
