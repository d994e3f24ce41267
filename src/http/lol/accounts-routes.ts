/** `/api/lol/accounts`: linked accounts, and how far each is. To look at one counts as a visit, which begins a sync when the last is old. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { LolAccount, LolAccounts } from '#/contract/lol-accounts.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { LolAccountsAccess } from './accounts-access.ts';

export const ACCOUNT_ID = Type.Object({ id: Type.String({ format: 'uuid' }) });

export function addAccountsRoutes(server: FastifyInstance, accounts: LolAccountsAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/lol/accounts',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['lol'],
        operationId: 'listLolAccounts',
        summary: 'Linked accounts and their syncs',
        description: 'The live topic `lol-accounts` carries the same.',
        response: { 200: Type.Unsafe<LolAccounts>(Type.Ref('LolAccounts')), ...PROBLEM_RESPONSE },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(await accounts.list()),
  );
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/lol/accounts/:id',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['lol'],
        operationId: 'getLolAccount',
        summary: 'One linked account',
        description:
          'Begins a sync when the last one is stale. The live topic `lol-account/{id}` carries the same.',
        params: ACCOUNT_ID,
        response: { 200: Type.Unsafe<LolAccount>(Type.Ref('LolAccount')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params }, reply) => {
      const visit = await accounts.sync(params.id, 'visit');
      if (visit === undefined) throw noSuchAccount(params.id);
      return reply.header('cache-control', 'no-store').send(visit.account);
    },
  );
}

export function noSuchAccount(id: string): HttpProblem {
  return new HttpProblem(
    'not-found',
    `No account ${id} is linked. GET /api/lol/accounts lists those that are.`,
  );
}
