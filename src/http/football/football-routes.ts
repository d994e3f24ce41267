/** All routes of football. */
import type { FastifyInstance } from 'fastify';
import type { FootballAccess } from './football-access.ts';
import { addFootballChangeRoutes } from './football-change-routes.ts';
import { addFootballDaysRoute } from './football-days-route.ts';
import { addFootballFixturesRoute } from './football-fixtures-route.ts';
import { addFootballStepsRoutes } from './football-steps-routes.ts';
import { addFootballVideoRoute } from './football-video-route.ts';

export function addFootballRoutes(server: FastifyInstance, football: FootballAccess): void {
  addFootballDaysRoute(server, football);
  addFootballFixturesRoute(server, football);
  addFootballStepsRoutes(server, football);
  addFootballVideoRoute(server, football);
  addFootballChangeRoutes(server, football);
}
