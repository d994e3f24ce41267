/** What each path of the API answers to a GET. The web page's client is typed by this table; a test holds it against the OpenAPI document. */
import type { Static } from 'typebox';
import { AdminActions } from './admin-actions.ts';
import { AdminIdentity } from './admin.ts';
import { FootballDay, FootballFixtureView, FootballTimeline } from './football.ts';
import { FailedJobs, JobsOverview } from './jobs.ts';
import { LolAccount, LolAccounts } from './lol-accounts.ts';
import { LolHistory, LolPlayers } from './lol-collection.ts';
import { LolReports, LolStoredReport } from './lol-reports.ts';
import { LolGroups, LolTracked } from './lol-tracking.ts';
import {
  BudgetGauges,
  DrillSessions,
  OperationHistory,
  QuarantineList,
  QuarantineView,
  StorageOverview,
} from './operations.ts';
import { SystemStatus } from './status.ts';
import { TftAnswer } from './tft-explore.ts';
import { TftPatches } from './tft-patches.ts';
import { TftGames, TftMatchView, TftNamesList, TftOptions } from './tft-reference.ts';

export const API_ANSWERS = {
  '/api/admin/actions': AdminActions,
  '/api/admin/operations/budgets': BudgetGauges,
  '/api/admin/operations/drills': DrillSessions,
  '/api/admin/operations/history': OperationHistory,
  '/api/admin/operations/quarantine': QuarantineList,
  '/api/admin/operations/quarantine/{source}/{kind}/{id}': QuarantineView,
  '/api/admin/operations/storage': StorageOverview,
  '/api/admin/whoami': AdminIdentity,
  '/api/football/days/{day}': FootballDay,
  '/api/football/fixtures/{id}': FootballFixtureView,
  '/api/football/goals/{id}/steps': FootballTimeline,
  '/api/jobs': JobsOverview,
  '/api/jobs/failed': FailedJobs,
  '/api/lol/accounts': LolAccounts,
  '/api/lol/accounts/{id}': LolAccount,
  '/api/lol/groups': LolGroups,
  '/api/lol/players': LolPlayers,
  '/api/lol/players/{gameName}/{tagLine}/history': LolHistory,
  '/api/lol/reports': LolReports,
  '/api/lol/reports/{id}': LolStoredReport,
  '/api/lol/tracked': LolTracked,
  '/api/status': SystemStatus,
  '/api/tft/explore': TftAnswer,
  '/api/tft/explore/games': TftGames,
  '/api/tft/matches/{id}': TftMatchView,
  '/api/tft/names': TftNamesList,
  '/api/tft/options': TftOptions,
  '/api/tft/patches': TftPatches,
} as const;

export type ApiAnswers = { readonly [Path in keyof typeof API_ANSWERS]: Static<(typeof API_ANSWERS)[Path]> };
