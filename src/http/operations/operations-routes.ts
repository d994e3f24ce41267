/** `/api/admin/operations/…`: how it went, what is left to spend, what it weighs, and what the drill found. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  OperationHistoryQuery,
  type BudgetGauges,
  type DrillSessions,
  type OperationHistory,
  type StorageOverview,
} from '#/contract/operations.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import type { OperationsAccess } from './operations-access.ts';

const TAGS = ['operations', 'admin'];
const HOURS = 6;

export function addOperationsRoutes(server: FastifyInstance, operations: OperationsAccess): void {
  const typed = server.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    '/api/admin/operations/history',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'getOperationHistory',
        summary: 'Rates, lag and sizes over time',
        description:
          'Rates are averages of a step. Of everything else it is the worst: the highest, or of disk space and processes the lowest.',
        querystring: OperationHistoryQuery,
        response: { 200: Type.Unsafe<OperationHistory>(Type.Ref('OperationHistory')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ query }, reply) =>
      reply.header('cache-control', 'no-store').send(await operations.history(query.hours ?? HOURS)),
  );
  typed.get(
    '/api/admin/operations/budgets',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'getBudgets',
        summary: 'What each upstream still allows, by host',
        response: { 200: Type.Unsafe<BudgetGauges>(Type.Ref('BudgetGauges')), ...PROBLEM_RESPONSE },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(await operations.budgets()),
  );
  typed.get(
    '/api/admin/operations/storage',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'getStorage',
        summary: 'What is kept, by table and patch',
        response: { 200: Type.Unsafe<StorageOverview>(Type.Ref('StorageOverview')), ...PROBLEM_RESPONSE },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(await operations.storage()),
  );
  typed.get(
    '/api/admin/operations/drills',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'listDrills',
        summary: 'Sessions of the drill on this machine',
        response: { 200: Type.Unsafe<DrillSessions>(Type.Ref('DrillSessions')), ...PROBLEM_RESPONSE },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(await operations.drills()),
  );
}
