/** `GET …/history.csv`: the games behind a history, for spreadsheets. It shows what is there, and begins no collection. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { LolGamesAddress, LolPlayerName } from '#/contract/lol-collection.ts';
import { CSV_TYPE, toFileName } from '../csv-lines.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { COSTS } from '../request-costs.ts';
import type { LolHistoryAccess } from './history-access.ts';
import { toGamesCsv } from './history-games-csv.ts';
import { hintIn, optionsIn, playerOf } from './history-request.ts';

export function addHistoryCsvRoute(server: FastifyInstance, access: LolHistoryAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/lol/players/:gameName/:tagLine/history.csv',
    {
      config: { policy: 'open', cost: COSTS.export },
      schema: {
        tags: ['lol'],
        operationId: 'exportLolHistory',
        summary: 'The games of a history, for spreadsheets',
        description:
          'The same filter as `…/history`; one line per match, newest first. Starts no look-up and no collection: 404 for a player who is not known here.',
        params: LolPlayerName,
        querystring: LolGamesAddress,
        response: {
          200: { description: 'One game a line.', content: { 'text/csv': { schema: Type.String() } } },
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async (request, reply) => {
      const { platform, ...filter } = request.query;
      const options = optionsIn(filter);
      hintIn(platform);
      const player = await playerOf(access, request.params);
      const table = toGamesCsv(await access.readGames(player.puuid), options);
      const name = toFileName(['lol', player.gameName, player.tagLine]);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .type(CSV_TYPE)
        .send(table);
    },
  );
}
