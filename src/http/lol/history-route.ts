/**
 * `GET /api/lol/players/{gameName}/{tagLine}/history`. A request for a stale history starts its collection: 200 when all is
 * there, 202 with what is there so far while it is collected, 429 when a refresh comes too soon. No request waits for an
 * upstream: a Riot ID that is not known here is answered 202, and a job looks it up.
 */
import {
  type LolCollection,
  type LolCooldown,
  type LolHistory,
  LolHistoryAddress,
  LolPlayerName,
} from '#/contract/lol-collection.ts';
import { PROBLEM_RESPONSE } from '#/http/problem-response.ts';
import { HttpProblem, toProblemBody, upstreamUnavailable } from '#/http/problems.ts';
import { COSTS } from '#/http/request-costs.ts';
import { describeLookup, type FoundPlayer, lookupTopic, type WantedPlayer } from '#/lol/find.ts';
import { playerTopic } from '#/lol/progress.ts';
import type { LolHistoryAccess } from './history-access.ts';
import { hintIn, locate, optionsIn } from './history-request.ts';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';

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
          'A history that is stale is collected when it is asked for: 202 with what is there so far, until it is whole and fresh (200). The live topic in `topic` carries the progress. A Riot ID that is not known here is answered 202 with `collection.state` `finding` while it is looked up. 404: no player has this Riot ID; the answer is kept for an hour. 502: Riot does not answer, and nothing is stored. 424: the API key is missing or refused.',
        params: LolPlayerName,
        querystring: LolHistoryAddress,
        response: { 200: HISTORY, 202: HISTORY, 429: COOLDOWN, ...PROBLEM_RESPONSE },
      },
    },
    async (request, reply) => {
      const { platform, refresh = false, ...filter } = request.query;
      const options = optionsIn(filter);
      const wanted = { ...request.params, platformHint: hintIn(platform) };
      reply.header('cache-control', 'no-store');
      const known = await locate(access, wanted);
      if (known.type === 'unknown') {
        const { id, collection } = await lookUp(access, wanted, known.keyId, reply);
        reply.code(202).headers({ location: request.url, 'retry-after': '1' });
        return reply.send({
          player: { puuid: null, ...request.params, platform: wanted.platformHint ?? null },
          collection,
          topic: lookupTopic(id),
          ...(await access.analyse(undefined, options)),
          isPractice: access.isPractice,
        });
      }
      const { player } = known;
      if (known.isOld) await renewName(access, wanted, player.keyId, reply);
      const asked = await collectIfDue(access, player, refresh, reply);
      if (asked.type === 'tooSoon') {
        const { cooldown } = asked;
        return reply
          .code(429)
          .header('retry-after', String(cooldown.retryAfterSeconds))
          .type('application/problem+json; charset=utf-8')
          .send({ ...tooSoonProblem(cooldown.retryAfterSeconds, request.id), ...cooldown });
      }
      const { collection } = asked;
      const { analysis, words } = await access.analyse({ puuid: player.puuid, collection }, options);
      const { puuid, gameName, tagLine } = player;
      if (isWhole(collection)) reply.code(200);
      else reply.code(202).headers({ location: request.url, 'retry-after': '1' });
      return reply.send({
        player: { puuid, gameName, tagLine, platform: player.platform },
        collection,
        topic: playerTopic(puuid),
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

/** Starts the look-up of an unknown name, or joins the one that is under way. */
async function lookUp(
  { lookups }: LolHistoryAccess,
  wanted: WantedPlayer,
  keyId: string,
  reply: FastifyReply,
): Promise<{ id: string; collection: LolCollection }> {
  let lookup = await lookups.current(wanted, keyId);
  if (lookup === undefined) {
    // Charged once for the look-up and the collection that follows it; a client over its limit starts nothing.
    reply.charge(COSTS.collection);
    lookup = await lookups.start(wanted, keyId, true);
  }
  if (lookup === undefined)
    throw upstreamUnavailable('Too many unknown players are being looked up. Try again in a minute.', {
      reasons: ['riot'],
      headers: { 'retry-after': '60' },
    });
  if (lookup.state !== 'failed') return { id: lookup.id, collection: describeLookup(lookup) };
  if (lookup.isKeyFault)
    throw new HttpProblem(
      'upstream-not-configured',
      'Riot refuses the API key, so no player can be looked up. The status page has the details.',
      { reasons: ['riot'] },
    );
  throw upstreamUnavailable(`The player could not be looked up (${lookup.reason ?? 'no reason is known'}).`, {
    reasons: ['riot'],
    headers: { 'retry-after': '60' },
  });
}

/** Names change hands: after a day the stored player is shown while a job looks the name up again. */
async function renewName(
  { lookups }: LolHistoryAccess,
  wanted: WantedPlayer,
  keyId: string,
  reply: FastifyReply,
): Promise<void> {
  if ((await lookups.current(wanted, keyId)) !== undefined) return;
  reply.charge(COSTS.lookup);
  await lookups.start(wanted, keyId, false);
}

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
  if (!collection.isRunning && reason !== null && progress.done === 0)
    throw upstreamUnavailable(`No match of this player could be fetched yet (${reason}).`, {
      reasons: ['riot'],
    });
  return { type: 'collection', collection };
}

function isWhole({ isRunning, progress, uncounted }: LolCollection): boolean {
  return !isRunning && progress.wanted === 0 && uncounted === 0;
}

function tooSoonProblem(seconds: number, requestId: string): ReturnType<typeof toProblemBody> {
  const detail = `This history was asked for a moment ago. It can be refreshed in ${seconds} s.`;
  return toProblemBody(new HttpProblem('too-many-requests', detail), requestId);
}
