/** Every method that is answered, by its name in the official description: limits are per method, and faults are addressed by it. */
export const RIOT_METHODS = [
  'account-v1.getActiveRegion',
  'account-v1.getByPuuid',
  'account-v1.getByRiotId',
  'league-v4.getChallengerLeague',
  'league-v4.getGrandmasterLeague',
  'league-v4.getLeagueEntries',
  'league-v4.getLeagueEntriesByPUUID',
  'league-v4.getMasterLeague',
  'lol-status-v4.getPlatformData',
  'match-v5.getMatch',
  'match-v5.getMatchIdsByPUUID',
  'match-v5.getTimeline',
  'tft-league-v1.getChallengerLeague',
  'tft-league-v1.getGrandmasterLeague',
  'tft-league-v1.getLeagueEntries',
  'tft-league-v1.getLeagueEntriesByPUUID',
  'tft-league-v1.getMasterLeague',
  'tft-match-v1.getMatch',
  'tft-match-v1.getMatchIdsByPUUID',
  'tft-status-v1.getPlatformData',
] as const;

export type RiotMethod = (typeof RIOT_METHODS)[number];
