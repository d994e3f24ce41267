/** All routes of League of Legends, and what they are given. */
import type { FastifyInstance } from 'fastify';
import type { LolAccountsAccess } from './accounts-access.ts';
import { addAccountsChangeRoutes } from './accounts-change-routes.ts';
import { addAccountsRoutes } from './accounts-routes.ts';
import type { LolHistoryAccess } from './history-access.ts';
import { addHistoryCancelRoute } from './history-cancel-route.ts';
import { addHistoryCsvRoute } from './history-csv-route.ts';
import { addHistoryPlayersRoute } from './history-players-route.ts';
import { addHistoryRoute } from './history-route.ts';
import type { LolReportsAccess } from './reports-access.ts';
import { addReportsRoutes } from './reports-routes.ts';
import type { LolTrackingAccess } from './tracking-access.ts';
import { addTrackingGroupRoutes } from './tracking-group-routes.ts';
import { addTrackingRoutes } from './tracking-routes.ts';

export interface LolAccess {
  readonly history: LolHistoryAccess;
  readonly accounts: LolAccountsAccess;
  readonly tracking: LolTrackingAccess;
  readonly reports: LolReportsAccess;
}

export function addLolRoutes(server: FastifyInstance, access: LolAccess): void {
  const { history, accounts, tracking, reports } = access;
  addHistoryPlayersRoute(server, history);
  addHistoryRoute(server, history);
  addHistoryCsvRoute(server, history);
  addHistoryCancelRoute(server, history);
  addAccountsRoutes(server, accounts);
  addAccountsChangeRoutes(server, accounts);
  addTrackingRoutes(server, tracking);
  addTrackingGroupRoutes(server, tracking);
  addReportsRoutes(server, reports);
}
