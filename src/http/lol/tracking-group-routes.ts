/** `/api/lol/groups`: groups of tracked players. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { LolGroupId, LolGroupWish, type LolGroup, type LolGroups } from '#/contract/lol-tracking.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { GroupAnswer, LolTrackingAccess } from './tracking-access.ts';
import { zoneIn } from './tracking-zone.ts';

const ALL = '/api/lol/groups';
const ONE = '/api/lol/groups/:id';
const GROUP = Type.Unsafe<LolGroup>(Type.Ref('LolGroup'));
const TAGS = ['lol', 'admin'];

export function addTrackingGroupRoutes(server: FastifyInstance, tracking: LolTrackingAccess): void {
  addList(server, tracking);
  addCreate(server, tracking);
  addReplace(server, tracking);
  addRemove(server, tracking);
}

function addList(server: FastifyInstance, tracking: LolTrackingAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    ALL,
    {
      config: { policy: 'open' },
      schema: {
        tags: ['lol'],
        operationId: 'listLolGroups',
        summary: 'Groups of tracked players',
        response: { 200: Type.Unsafe<LolGroups>(Type.Ref('LolGroups')), ...PROBLEM_RESPONSE },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ groups: await tracking.groups() }),
  );
}

function addCreate(server: FastifyInstance, tracking: LolTrackingAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    ALL,
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'createLolGroup',
        summary: 'Make a group of tracked players',
        description: '409 when there is one of this name.',
        body: LolGroupWish,
        response: { 201: GROUP, ...PROBLEM_RESPONSE },
      },
    },
    async ({ body }, reply) => {
      const answer = await tracking.createGroup(withKnownZone(body));
      return reply.code(201).header('cache-control', 'no-store').send(groupIn(answer, body));
    },
  );
}

function addReplace(server: FastifyInstance, tracking: LolTrackingAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().put(
    ONE,
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'replaceLolGroup',
        summary: 'Give a group another name, zone or other members',
        params: LolGroupId,
        body: LolGroupWish,
        response: { 200: GROUP, ...PROBLEM_RESPONSE },
      },
    },
    async ({ params, body }, reply) => {
      const answer = await tracking.replaceGroup(params.id, withKnownZone(body));
      return reply.header('cache-control', 'no-store').send(groupIn(answer, body));
    },
  );
}

function addRemove(server: FastifyInstance, tracking: LolTrackingAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().delete(
    ONE,
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'removeLolGroup',
        summary: 'Remove a group',
        description: 'Its members stay tracked, its reports stay.',
        params: LolGroupId,
        response: { 204: Type.Null({ description: 'Removed.' }), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params }, reply) => {
      if (!(await tracking.removeGroup(params.id))) throw noSuchGroup();
      return reply.code(204).send(null);
    },
  );
}

function withKnownZone({ timeZone, ...wish }: LolGroupWish): LolGroupWish {
  const zone = zoneIn(timeZone);
  return { ...wish, ...(zone !== undefined && { timeZone: zone }) };
}

function groupIn(answer: GroupAnswer, { name }: LolGroupWish): LolGroup {
  switch (answer.type) {
    case 'group':
      return answer.group;
    case 'missing':
      throw noSuchGroup();
    case 'name-taken':
      throw new HttpProblem('conflict', `There is a group called ${name} already.`);
    case 'untracked': {
      const expected = 'Puuids of tracked players.';
      throw new HttpProblem('invalid-request', `These are not tracked: ${answer.puuids.join(', ')}.`, {
        errors: [{ where: 'body/members', expected }],
      });
    }
  }
  return answer satisfies never;
}

function noSuchGroup(): HttpProblem {
  return new HttpProblem(
    'not-found',
    'There is no such group. GET /api/lol/groups lists those that there are.',
  );
}
