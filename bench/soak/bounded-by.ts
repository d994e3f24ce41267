/**
 * Why a thing that grows in a soak does not grow without end, or is meant to. Whatever grows and is not named here is a finding: it has to be
 * pruned, or its bound written down here.
 */
const KEPT = 'kept on purpose: it is what the product collects';
const WARM = 'warms up: bounded by its caches, pools and buffers; a longer soak has to show it flat';

const BOUNDED: readonly (readonly [RegExp, string])[] = [
  [
    /^postgres gamekeeper\.(match|raw|timeline|player|player_match|rank_snapshot|tracked_player|account|report):/,
    KEPT,
  ],
  [/^postgres gamekeeper\.(fixture|fixture_poll|goal|goal_change|goal_step|clip):/, KEPT],
  [
    /^postgres gamekeeper\.(tft_code|static_name|patch|cursor|clip_site|upstream_key|football_quota):/,
    'one row for each thing that it names',
  ],
  [/^postgres gamekeeper\.collection:/, 'one row for each history that a person asks for, once in a while'],
  [/^postgres gamekeeper\.job_log:/, 'pruned after JOB_LOG_DAYS by maintenance/prune-job-log'],
  [/^postgres gamekeeper\.(process|permit):/, 'pruned after days of silence by maintenance/prune-job-log'],
  [/^postgres gamekeeper\.batch:/, 'pruned after 7 days by the projector'],
  [/^postgres gamekeeper\.operation_sample:/, 'pruned after 7 days by maintenance'],
  [
    /^postgres pgboss\./,
    'ended jobs are deleted at once, failed ones after a day, dead letters after a year',
  ],
  [
    /^files (postgres|clickhouse):/,
    'holds the tables above; logs of transactions are bounded by max_wal_size',
  ],
  [/^files objects:/, 'clips leave after CLIP_KEEP_DAYS'],
  [/^files icons:/, 'at most 5,000 files and 200 MB'],
  [/^files practice-clips:/, 'the oldest leave; see practice/clips/clip-folder.ts'],
  [/^process (clickhouse|postgres): /, WARM],
];

export function boundOf(name: string): string | undefined {
  return BOUNDED.find(([pattern]) => pattern.test(name))?.[1];
}
