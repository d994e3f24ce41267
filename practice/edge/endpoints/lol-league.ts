/** league-v4, and league-exp-v4, whose pages also hold the tiers above Diamond. */
import type { Content } from '../content.ts';
import type { Endpoint, RiotCall } from '../endpoint.ts';
import { APEX_TIERS, createLeagueAnswers, LOWER_TIERS } from '../league-answers.ts';
import { oneOf } from '../query-values.ts';

const QUEUES = ['RANKED_SOLO_5x5', 'RANKED_FLEX_SR'] as const;
const APEX_METHODS = {
  CHALLENGER: 'league-v4.getChallengerLeague',
  GRANDMASTER: 'league-v4.getGrandmasterLeague',
  MASTER: 'league-v4.getMasterLeague',
} as const;

export function createLolLeagueEndpoints({ world }: Content): Endpoint[] {
  const leagues = createLeagueAnswers(world, 'lol', 'RANKED_SOLO_5x5');
  const place = { on: 'platform', game: 'lol' } as const;
  const apex = APEX_TIERS.map((tier): Endpoint => ({
    on: 'platform',
    game: 'lol',
    method: APEX_METHODS[tier],
    path: `/lol/league/v4/${tier.toLowerCase()}leagues/by-queue/{queue}`,
    answer: (call) => leagues.apex(call, queueOf(call), tier),
  }));
  return [
    ...apex,
    {
      ...place,
      method: 'league-v4.getLeagueEntriesByPUUID',
      path: '/lol/league/v4/entries/by-puuid/{puuid}',
      answer: (call) => leagues.ofPlayer(call),
    },
    {
      ...place,
      method: 'league-v4.getLeagueEntries',
      path: '/lol/league/v4/entries/{queue}/{tier}/{division}',
      answer: (call) => leagues.entries(call, queueOf(call), LOWER_TIERS),
    },
    {
      ...place,
      method: 'league-exp-v4.getLeagueEntries',
      path: '/lol/league-exp/v4/entries/{queue}/{tier}/{division}',
      answer: (call) => leagues.entries(call, queueOf(call), [...APEX_TIERS, ...LOWER_TIERS]),
    },
  ];
}

function queueOf(call: RiotCall): string {
  return oneOf(call.parameters['queue'] ?? '', 'queue', QUEUES);
}
