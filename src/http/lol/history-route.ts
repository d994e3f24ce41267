/**
 * `GET /api/lol/players/{gameName}/{tagLine}/history`: what somebody's games say. Asking has a stale history collected: 200 when everything
 * is there, 202 with what is there so far while it is being collected, 429 when a refresh comes too soon.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import {
  LolHistoryAddress,
  LolPlayerName,
  type LolCollection,
  type LolCooldown,
  type LolHistory,
} from '#/contract/lol-collection.ts';
import type { FoundPlayer } from '#/jobs/lol/find-player.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem, toProblemBody, unavailable } from '../problems.ts';
import { COSTS } from '../request-costs.ts';
import type { LolHistoryAccess } from './history-access.ts';
import { optionsIn, playerOf } from './history-request.ts';

const HISTORY = Type.Unsafe<LolHistory>(Type.Ref('LolHistory'));
const COOLDOWN = {
  description: 'Refreshed too soon.',
  content: { 'application/problem+json': { schema: Type.Unsafe<LolCooldown>(Type.Ref('LolCooldown')) } },
};

export function addHistoryRoute(server: FastifyInstance, access: LolHistoryAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/lol/players/:gameName/:tagLine/history',
    {
      config: { policy: 'open', cost: COSTS.question },
      schema: {
        tags: ['lol'],
        operationId: 'getLolHistory',
        summary: 'What somebody’s games say, by hour, weekday, session and more',
        description:
          'A history that is stale is collected when it is asked for: 202 with what is there so far, until it is whole and fresh (200). The live topic `lol-player/{puuid}` tells how far it is. 404: nobody has this Riot ID. 503: Riot cannot be asked, and nothing is stored.',
        params: LolPlayerName,
        querystring: LolHistoryAddress,
        response: { 200: HISTORY, 202: HISTORY, 429: COOLDOWN, ...PROBLEM_RESPONSE },
      },
    },
    async (request, reply) => {
      const { platform, refresh = false, ...filter } = request.query;
      const options = optionsIn(filter);
      const player = await playerOf(access, request.params, platform, request.signal);
      const asked = await collectIfDue(access, player, refresh, reply);
      reply.header('cache-control', 'no-store');
      if (asked.type === 'tooSoon') {
        const { cooldown } = asked;
        return reply
          .code(429)
          .header('retry-after', String(cooldown.retryAfterSeconds))
          .type('application/problem+json; charset=utf-8')
          .send({ ...tooSoonProblem(cooldown.retryAfterSeconds, request.id), ...cooldown });
      }
      const { collection } = asked;
      const { analysis, words } = await access.analyse(player.puuid, options);
      const { puuid, gameName, tagLine } = player;
      return reply.code(isWhole(collection) ? 200 : 202).send({
        player: { puuid, gameName, tagLine, platform: player.platform },
        collection,
        analysis,
        words,
        isPractice: access.isPractice,
      });
    },
  );
}

type Asked =
  | { readonly type: 'collection'; readonly collection: LolCollection }
  | { readonly type: 'tooSoon'; readonly cooldown: Pick<LolCooldown, 'retryAfterSeconds' | 'inProgress'> };

async function collectIfDue(
  { collections }: LolHistoryAccess,
  player: FoundPlayer,
  refresh: boolean,
  reply: FastifyReply,
): Promise<Asked> {
  const { collection, isDue } = await collections.look(player.puuid);
  if (refresh && collection.refreshAfterSeconds > 0) {
    const { refreshAfterSeconds: retryAfterSeconds, isRunning: inProgress } = collection;
    return { type: 'tooSoon', cooldown: { retryAfterSeconds, inProgress } };
  }
  if (isDue || (refresh && !collection.isRunning)) {
    reply.charge(COSTS.collection);
    await collections.begin(player);
    return { type: 'collection', collection: await collections.describe(player.puuid) };
  }
  const { reason, progress } = collection;
  if (reason !== null && progress.done === 0)
    throw unavailable(`Nothing of this history could be had so far (${reason}). Try again in a moment.`);
  return { type: 'collection', collection };
}

function isWhole({ isRunning, progress, uncounted }: LolCollection): boolean {
  return !isRunning && progress.wanted === 0 && uncounted === 0;
}

function tooSoonProblem(seconds: number, requestId: string): ReturnType<typeof toProblemBody> {
  const detail = `This history was asked for a moment ago. It can be refreshed in ${seconds} s.`;
  return toProblemBody(new HttpProblem('too-many-requests', detail), requestId);
}
