/** All routes of Teamfight Tactics that read, around one desk. Answers the desk: what lies ready there may leave by a shorter way. */
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { createAnswerDesk, type AnswerDesk } from './answer-desk.ts';
import { addAnswerMetrics } from './answer-metrics.ts';
import { addCsvRoute } from './csv-route.ts';
import { addExploreBodyRoute } from './explore-body-route.ts';
import { addExploreQueryRoute } from './explore-query-route.ts';
import { addGamesRoute } from './games-route.ts';
import { addIconRoute } from './icon-route.ts';
import { addMatchRoute } from './match-route.ts';
import { addNamesRoute } from './names-route.ts';
import { addOptionsRoute } from './options-route.ts';
import type { TftAccess } from './tft-access.ts';

export function addTftRoutes(server: FastifyInstance, access: TftAccess, metrics: Registry): AnswerDesk {
  const { explorer } = access;
  const desk = createAnswerDesk({ ...access, now: Date.now });
  addAnswerMetrics(metrics, access);
  addExploreQueryRoute(server, desk, explorer);
  addExploreBodyRoute(server, desk, explorer);
  addCsvRoute(server, desk, explorer);
  addGamesRoute(server, desk, explorer);
  addOptionsRoute(server, desk, explorer);
  addNamesRoute(server, access);
  addMatchRoute(server, access.readMatch);
  addIconRoute(server, access);
  return desk;
}
