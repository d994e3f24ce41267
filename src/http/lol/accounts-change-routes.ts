/** Linking, syncing and unlinking accounts. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  LolAccountRemoval,
  NewLolAccount,
  type LolAccount,
  type LolAccountRemoved,
  type LolSyncRunning,
} from '#/contract/lol-accounts.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem, toProblemBody } from '../problems.ts';
import type { LolAccountsAccess } from './accounts-access.ts';
import { ACCOUNT_ID, noSuchAccount } from './accounts-routes.ts';
import { withPatience } from './patient-work.ts';
import { platformIn, toUpstreamProblem } from './upstream-problem.ts';

const ACCOUNT = Type.Unsafe<LolAccount>(Type.Ref('LolAccount'));
const TAGS = ['lol', 'admin'];

export function addAccountsChangeRoutes(server: FastifyInstance, accounts: LolAccountsAccess): void {
  addLink(server, accounts);
  addUnlink(server, accounts);
  addSync(server, accounts);
}

function addLink(server: FastifyInstance, accounts: LolAccountsAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/api/lol/accounts',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'linkLolAccount',
        summary: 'Link the account of a Riot ID',
        description:
          'Its whole history with timelines is synced. 200 when it is linked already, 404 when nobody has this Riot ID.',
        body: NewLolAccount,
        response: { 200: ACCOUNT, 201: ACCOUNT, ...PROBLEM_RESPONSE },
      },
    },
    async ({ body }, reply) => {
      const { gameName, tagLine } = body;
      const wanted = { gameName, tagLine, platformHint: platformIn(body.platform) };
      const linked = await withPatience(reply, (signal) => accounts.link(wanted, signal));
      if (linked.type === 'notFound')
        throw new HttpProblem(
          'not-found',
          `Nobody has the Riot ID ${gameName}#${tagLine} and plays League of Legends.`,
        );
      if (linked.type === 'failure') throw toUpstreamProblem(linked.failure);
      return reply
        .code(linked.isNew ? 201 : 200)
        .header('cache-control', 'no-store')
        .send(linked.account);
    },
  );
}

function addSync(server: FastifyInstance, accounts: LolAccountsAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/api/lol/accounts/:id/sync',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'syncLolAccount',
        summary: 'Sync an account now',
        description: '409 with the running sync and its progress while one runs.',
        params: ACCOUNT_ID,
        response: {
          202: ACCOUNT,
          409: {
            description: 'A sync runs; `account` says how far it is.',
            content: {
              'application/problem+json': {
                schema: Type.Unsafe<LolSyncRunning>(Type.Ref('LolSyncRunning')),
              },
            },
          },
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async ({ params, id: requestId }, reply) => {
      const asked = await accounts.sync(params.id, 'manual');
      if (asked === undefined) throw noSuchAccount(params.id);
      reply.header('cache-control', 'no-store');
      if (!asked.isRunning) return reply.code(202).send(asked.account);
      const { done, total } = asked.account.progress;
      const problem = new HttpProblem(
        'conflict',
        `A sync of this account runs: ${done} of ${total} games are there.`,
      );
      const body: LolSyncRunning = { ...toProblemBody(problem, requestId), account: asked.account };
      return reply.code(409).type('application/problem+json').send(body);
    },
  );
}

function addUnlink(server: FastifyInstance, accounts: LolAccountsAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().delete(
    '/api/lol/accounts/:id',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'unlinkLolAccount',
        summary: 'Unlink an account, and forget the person if asked to',
        params: ACCOUNT_ID,
        querystring: LolAccountRemoval,
        response: { 200: Type.Unsafe<LolAccountRemoved>(Type.Ref('LolAccountRemoved')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params, query }, reply) => {
      const data = query.data ?? 'keep';
      const forgotten = await accounts.unlink(params.id, data);
      if (forgotten === undefined) throw noSuchAccount(params.id);
      return reply.header('cache-control', 'no-store').send({ id: params.id, data, forgotten });
    },
  );
}
