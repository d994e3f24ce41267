/**
 * Names of settings that other programs of this field use. Each sets settings of ours that have no value of their own, or is
 * answered with what replaces it.
 */
export type OtherName = { readonly sets: readonly string[] } | { readonly instead: string };

export const OTHER_NAMES: Readonly<Record<string, OtherName>> = {
  RIOT_API_KEY: { sets: ['RIOT_TFT_API_KEY', 'RIOT_LOL_API_KEY'] },
  BULLMQ_CONCURRENCY: { sets: ['JOB_CONCURRENCY'] },
  BULLMQ_GLOBAL_RATE: {
    instead:
      'Rate limits are read from the responses of Riot and shared by all processes; there is nothing to set.',
  },
  REDIS_URL: {
    instead:
      'Redis is not used: jobs, locks and caches are in PostgreSQL (DATABASE_URL for a server of your own).',
  },
  Jobs__EnableMatchHistorySync: {
    instead: 'SCHEDULE_ENABLE=false turns off scheduled syncs of linked accounts and tracked players.',
  },
};

/** The other names that set this setting, in the order in which they are looked for. */
export function otherNamesOf(setting: string): string[] {
  return Object.entries(OTHER_NAMES).flatMap(([name, other]) =>
    'sets' in other && other.sets.includes(setting) ? [name] : [],
  );
}
