/** tft-league-v1. */
import { jsonAnswer } from '../answer.ts';
import type { Content } from '../content.ts';
import type { Endpoint, RiotCall } from '../endpoint.ts';
import { APEX_TIERS, createLeagueAnswers, LOWER_TIERS } from '../league-answers.ts';
import { oneOf } from '../query-values.ts';

const QUEUES = ['RANKED_TFT', 'RANKED_TFT_DOUBLE_UP'] as const;
const APEX_METHODS = {
  CHALLENGER: 'tft-league-v1.getChallengerLeague',
  GRANDMASTER: 'tft-league-v1.getGrandmasterLeague',
  MASTER: 'tft-league-v1.getMasterLeague',
} as const;

export function createTftLeagueEndpoints({ world }: Content): Endpoint[] {
  const leagues = createLeagueAnswers(world, 'tft', 'RANKED_TFT');
  const place = { on: 'platform', game: 'tft' } as const;
  const apex = APEX_TIERS.map((tier): Endpoint => ({
    on: 'platform',
    game: 'tft',
    method: APEX_METHODS[tier],
    path: `/tft/league/v1/${tier.toLowerCase()}`,
    answer: (call) => leagues.apex(call, queueOf(call), tier),
  }));
  return [
    ...apex,
    {
      ...place,
      method: 'tft-league-v1.getLeagueEntries',
      path: '/tft/league/v1/entries/{tier}/{division}',
      answer: (call) => leagues.entries(call, queueOf(call), LOWER_TIERS),
    },
    {
      ...place,
      method: 'tft-league-v1.getLeagueEntriesByPUUID',
      path: '/tft/league/v1/by-puuid/{puuid}',
      answer: (call) => leagues.ofPlayer(call),
    },
    {
      ...place,
      method: 'tft-league-v1.getTopRatedLadder',
      path: '/tft/league/v1/rated-ladders/{queue}/top',
      answer(call) {
        oneOf(call.parameters['queue'] ?? '', 'queue', ['RANKED_TFT_TURBO']);
        return jsonAnswer([]);
      },
    },
  ];
}

function queueOf(call: RiotCall): string {
  return oneOf(call.query.get('queue'), 'queue', QUEUES, 'RANKED_TFT');
}
