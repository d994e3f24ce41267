/**
 * Changes of the patch calendar by the operator, as `gamekeeper patch` makes them: POST adds, PUT moves, DELETE removes. Each returns
 * the task that projects the games of the days concerned again; nothing is changed when it is refused.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  NewTftPatch,
  TftPatchName,
  TftPatchPlace,
  TftPatchStart,
  type TftPatchChange,
} from '#/contract/tft-patches.ts';
import {
  readPatchChange,
  refusalOf,
  type PatchChangeText,
  type PatchFault,
} from '#/domain/tft/patch-change.ts';
import { partitionOf } from '#/domain/tft/patch-name.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { PatchAccess } from './patch-access.ts';

type Patches = Pick<PatchAccess, 'change'>;
type Places = Readonly<Record<PatchFault['field'], string>>;

const ALL = '/api/admin/tft/patches';
const ONE = '/api/admin/tft/patches/:name';
const CHANGED = Type.Unsafe<TftPatchChange>(Type.Ref('TftPatchChange'));
const IN_BODY: Places = { name: 'body/name', set: 'body/set', region: 'body/region', from: 'body/from' };
const IN_ADDRESS: Places = { name: 'path/name', set: 'query/set', region: 'query/region', from: 'body/from' };

export function addPatchChangeRoutes(server: FastifyInstance, patches: Patches): void {
  addPost(server, patches);
  addPut(server, patches);
  addDelete(server, patches);
}

function addPost(server: FastifyInstance, patches: Patches): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    ALL,
    {
      config: { policy: 'admin' },
      schema: {
        tags: ['tft', 'admin'],
        operationId: 'addTftPatch',
        summary: 'Add a patch to the calendar',
        description:
          '409 when it is there already. One that was removed comes back, and a provisional one is confirmed.',
        body: NewTftPatch,
        response: { 201: CHANGED, ...PROBLEM_RESPONSE },
      },
    },
    async ({ body }, reply) => {
      const { name, from, region, set } = body;
      const text = { action: 'add', name, from, region, set: set?.toString() } as const;
      const changed = await make(patches, text, IN_BODY);
      return reply.code(201).header('cache-control', 'no-store').send(changed);
    },
  );
}

function addPut(server: FastifyInstance, patches: Patches): void {
  server.withTypeProvider<TypeBoxTypeProvider>().put(
    ONE,
    {
      config: { policy: 'admin' },
      schema: {
        tags: ['tft', 'admin'],
        operationId: 'moveTftPatch',
        summary: 'Give a patch another start',
        description:
          '404 when it is not in the calendar. Confirms a provisional patch. From then on no game that is seen moves it.',
        params: TftPatchName,
        querystring: TftPatchPlace,
        body: TftPatchStart,
        response: { 200: CHANGED, ...PROBLEM_RESPONSE },
      },
    },
    async ({ params, query, body }, reply) => {
      const place = { name: params.name, region: query.region, set: query.set?.toString() };
      const changed = await make(patches, { action: 'move', ...place, from: body.from }, IN_ADDRESS);
      return reply.header('cache-control', 'no-store').send(changed);
    },
  );
}

function addDelete(server: FastifyInstance, patches: Patches): void {
  server.withTypeProvider<TypeBoxTypeProvider>().delete(
    ONE,
    {
      config: { policy: 'admin' },
      schema: {
        tags: ['tft', 'admin'],
        operationId: 'removeTftPatch',
        summary: 'Take a patch out of the calendar',
        description: '404 when it is not in the calendar. It does not come back by itself.',
        params: TftPatchName,
        querystring: TftPatchPlace,
        response: { 200: CHANGED, ...PROBLEM_RESPONSE },
      },
    },
    async ({ params, query }, reply) => {
      const place = { name: params.name, region: query.region, set: query.set?.toString() };
      const changed = await make(patches, { action: 'remove', ...place }, IN_ADDRESS);
      return reply.header('cache-control', 'no-store').send(changed);
    },
  );
}

async function make(patches: Patches, text: PatchChangeText, places: Places): Promise<TftPatchChange> {
  const reading = readPatchChange(text);
  if (!reading.ok) throw toProblem(reading.fault, places);
  const { change } = reading;
  const task = await patches.change(change);
  if (task === null) {
    const what = refusalOf(change);
    throw change.action === 'add'
      ? new HttpProblem('conflict', `${what} PUT changes its start.`)
      : new HttpProblem('not-found', `${what} GET /api/tft/patches lists what is there.`);
  }
  return {
    change: ({ add: 'added', move: 'moved', remove: 'removed' } as const)[change.action],
    name: partitionOf(change.place),
    region: change.place.region,
    from: change.action === 'remove' ? null : change.startsAt.toISOString(),
    task,
  };
}

function toProblem({ field, value, expected }: PatchFault, places: Places): HttpProblem {
  const where = places[field];
  const detail = `${where} is ${JSON.stringify(value)}. ${expected}`;
  return new HttpProblem('invalid-request', detail, { errors: [{ where, expected }] });
}
