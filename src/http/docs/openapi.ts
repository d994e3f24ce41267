/**
 * `/api/openapi.json`: the API described by the same schemas that check it, as OpenAPI 3.1.
 * Schemas with an `$id` appear once, under components, and are referred to by it.
 */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { AdminAction, AdminActions } from '#/contract/admin-actions.ts';
import { AdminIdentity } from '#/contract/admin.ts';
import {
  FootballClip,
  FootballCoverage,
  FootballDay,
  FootballFixture,
  FootballFixtureView,
  FootballGoal,
  FootballIngestRequest,
  FootballIngestTaken,
  FootballStepRequest,
  FootballStepTaken,
  FootballTimeline,
} from '#/contract/football.ts';
import { FailedJob, FailedJobAnswer, FailedJobs, JobKindRow, JobsOverview } from '#/contract/jobs.ts';
import {
  LolAccount,
  LolAccountRemoved,
  LolAccounts,
  LolProgress,
  LolSyncRunning,
  NewLolAccount,
} from '#/contract/lol-accounts.ts';
import { LolCell, LolEstimate } from '#/contract/lol-cells.ts';
import { LolCollection, LolCooldown, LolHistory, LolPlayers } from '#/contract/lol-collection.ts';
import { LolAnalysis, LolFinding, LolHistoryOptions, LolPlayer } from '#/contract/lol-history.ts';
import {
  LolReport,
  LolReportRow,
  LolReports,
  LolReportWish,
  LolStoredReport,
} from '#/contract/lol-reports.ts';
import {
  LolCollectTaken,
  LolCollectWish,
  LolGroup,
  LolGroups,
  LolGroupWish,
  LolRank,
  LolTracked,
  LolTrackedPlayer,
  NewLolTrackedPlayer,
} from '#/contract/lol-tracking.ts';
import {
  BudgetGauge,
  BudgetGauges,
  DrillSession,
  DrillSessions,
  OperationHistory,
  OperationSeries,
  QuarantineAnswer,
  QuarantinedBody,
  QuarantineList,
  QuarantineView,
  StorageOverview,
} from '#/contract/operations.ts';
import { Problem } from '#/contract/problem.ts';
import { SystemStatus } from '#/contract/status.ts';
import {
  TftAnswer,
  TftCondition,
  TftFilter,
  TftQuestion,
  TftRow,
  TftStatistics,
} from '#/contract/tft-explore.ts';
import { ProjectionTask, TftPatchChange, TftPatches } from '#/contract/tft-patches.ts';
import { TftGames, TftMatchView, TftNamesList, TftOptions } from '#/contract/tft-reference.ts';

const OF_TFT = [
  TftPatches,
  TftPatchChange,
  ProjectionTask,
  TftCondition,
  TftFilter,
  TftQuestion,
  TftStatistics,
  TftRow,
  TftAnswer,
  TftGames,
  TftMatchView,
  TftNamesList,
  TftOptions,
];
const OF_LOL = [
  LolEstimate,
  LolCell,
  LolPlayer,
  LolHistoryOptions,
  LolFinding,
  LolAnalysis,
  LolCollection,
  LolHistory,
  LolCooldown,
  LolPlayers,
];
const OF_LOL_FOLLOWING = [
  LolProgress,
  LolAccount,
  LolAccounts,
  NewLolAccount,
  LolSyncRunning,
  LolAccountRemoved,
  LolRank,
  LolTrackedPlayer,
  LolTracked,
  NewLolTrackedPlayer,
  LolCollectWish,
  LolCollectTaken,
  LolGroup,
  LolGroups,
  LolGroupWish,
  LolReport,
  LolReportRow,
  LolReports,
  LolReportWish,
  LolStoredReport,
];
const OF_FOOTBALL = [
  FootballFixture,
  FootballCoverage,
  FootballDay,
  FootballClip,
  FootballGoal,
  FootballFixtureView,
  FootballTimeline,
  FootballStepRequest,
  FootballStepTaken,
  FootballIngestRequest,
  FootballIngestTaken,
];
const OF_JOBS = [JobKindRow, JobsOverview, FailedJob, FailedJobs, FailedJobAnswer];
const OF_OPERATIONS = [
  OperationSeries,
  OperationHistory,
  BudgetGauge,
  BudgetGauges,
  StorageOverview,
  QuarantinedBody,
  QuarantineList,
  QuarantineView,
  QuarantineAnswer,
  DrillSession,
  DrillSessions,
];
const SHARED = [
  Problem,
  AdminIdentity,
  AdminAction,
  AdminActions,
  SystemStatus,
  ...OF_TFT,
  ...OF_LOL,
  ...OF_LOL_FOLLOWING,
  ...OF_FOOTBALL,
  ...OF_JOBS,
  ...OF_OPERATIONS,
];

/** Must run before any route is added: the plugin learns routes as they come. */
export async function addOpenApi(server: FastifyInstance, version: string): Promise<void> {
  for (const schema of SHARED) server.addSchema(schema);
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Gamekeeper',
        version,
        description: 'Keeps every game exactly once, and answers anything about it.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'status', description: 'What runs, and how it is' },
        { name: 'tft', description: 'Teamfight Tactics' },
        { name: 'lol', description: 'League of Legends' },
        { name: 'football', description: 'Football: matches, goals and their clips' },
        { name: 'jobs', description: 'The work in the background' },
        { name: 'operations', description: 'How it goes, for whoever runs it' },
        { name: 'admin', description: 'Needs the admin token' },
        { name: 'health', description: 'For machines that watch' },
      ],
      components: { securitySchemes: { adminToken: { type: 'http', scheme: 'bearer' } } },
    },
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, index) =>
        typeof $id === 'string' ? $id : `def-${index}`,
    },
    // The policy that guards a route is also what the description says of it; nobody has to keep them in step.
    transform: ({ schema, url, route }) => ({
      url,
      schema: { ...schema, ...(route.config?.policy === 'admin' && { security: [{ adminToken: [] }] }) },
    }),
  });
}

export function addOpenApiRoute(server: FastifyInstance): void {
  server.get(
    '/api/openapi.json',
    { config: { policy: 'open' }, schema: { hide: true } },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(server.swagger()),
  );
}
