/** `/api/lol/tracked`: who is followed without being asked for. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  LolCollectWish,
  LolTrackedPuuid,
  NewLolTrackedPlayer,
  type LolCollectTaken,
  type LolTracked,
  type LolTrackedPlayer,
} from '#/contract/lol-tracking.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import { withPatience } from './patient-work.ts';
import type { LolTrackingAccess } from './tracking-access.ts';
import { zoneIn } from './tracking-zone.ts';
import { platformIn, toUpstreamProblem } from './upstream-problem.ts';

const PLAYER = Type.Unsafe<LolTrackedPlayer>(Type.Ref('LolTrackedPlayer'));
const TAGS = ['lol', 'admin'];

export function addTrackingRoutes(server: FastifyInstance, tracking: LolTrackingAccess): void {
  addList(server, tracking);
  addTrack(server, tracking);
  addUntrack(server, tracking);
  addCollect(server, tracking);
}

function addList(server: FastifyInstance, tracking: LolTrackingAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/lol/tracked',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['lol'],
        operationId: 'listLolTracked',
        summary: 'Tracked players, and when they are collected',
        response: { 200: Type.Unsafe<LolTracked>(Type.Ref('LolTracked')), ...PROBLEM_RESPONSE },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(await tracking.list()),
  );
}

function addTrack(server: FastifyInstance, tracking: LolTrackingAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/api/lol/tracked',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'trackLolPlayer',
        summary: 'Track the player of a Riot ID',
        description: '200 when they are tracked already; 404 when nobody has this Riot ID.',
        body: NewLolTrackedPlayer,
        response: { 200: PLAYER, 201: PLAYER, ...PROBLEM_RESPONSE },
      },
    },
    async ({ body }, reply) => {
      const { gameName, tagLine, lookbackDays, groups = [] } = body;
      const timeZone = zoneIn(body.timeZone) ?? null;
      const platformHint = platformIn(body.platform);
      const wish = { gameName, tagLine, platformHint, timeZone, lookbackDays, groups };
      const tracked = await withPatience(reply, (signal) => tracking.track(wish, signal));
      if (tracked.type === 'notFound')
        throw new HttpProblem(
          'not-found',
          `Nobody has the Riot ID ${gameName}#${tagLine} and plays League of Legends.`,
        );
      if (tracked.type === 'failure') throw toUpstreamProblem(tracked.failure);
      const { players } = await tracking.list();
      const player = players.find(({ puuid }) => puuid === tracked.puuid);
      if (player === undefined) throw notTracked(tracked.puuid);
      return reply
        .code(tracked.isNew ? 201 : 200)
        .header('cache-control', 'no-store')
        .send(player);
    },
  );
}

function addUntrack(server: FastifyInstance, tracking: LolTrackingAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().delete(
    '/api/lol/tracked/:puuid',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'untrackLolPlayer',
        summary: 'Track a player no more',
        description: 'What was collected stays.',
        params: LolTrackedPuuid,
        response: { 204: Type.Null({ description: 'Not tracked any more.' }), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params }, reply) => {
      if (!(await tracking.untrack(params.puuid))) throw notTracked(params.puuid);
      return reply.code(204).send(null);
    },
  );
}

function addCollect(server: FastifyInstance, tracking: LolTrackingAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/api/lol/tracked/:puuid/collect',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'collectLolPlayer',
        summary: 'Collect games of a tracked player now',
        description:
          'At most one collection of the newest matches of a player waits or runs, and one for each number of `lookbackDays`; asking for the same again adds nothing.',
        params: LolTrackedPuuid,
        body: LolCollectWish,
        response: { 202: Type.Unsafe<LolCollectTaken>(Type.Ref('LolCollectTaken')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params, body }, reply) => {
      const taken = await tracking.collect(params.puuid, body);
      if (taken === undefined) throw notTracked(params.puuid);
      return reply.code(202).header('cache-control', 'no-store').send(taken);
    },
  );
}

function notTracked(puuid: string): HttpProblem {
  return new HttpProblem('not-found', `Nobody with the puuid ${puuid} is tracked.`);
}
