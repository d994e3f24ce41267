/**
 * How matches are followed, as the kinds of work that it consists of:
 *
 *   ingest-fixtures (00:05, 10:05 UTC) ──► fixtures, staged or active
 *   monitor (every minute)             ──► polls ──► goals ──► football/search-clips, once for each goal that is certain
 *
 * What is to be done stands in `fixture` and `fixture_poll`; the monitor goes by them, so the process may end at any moment.
 */
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import { createIngestFixtures } from './ingest-fixtures.ts';
import type { FootballMatchesOptions } from './matches-options.ts';
import { createMonitor } from './monitor.ts';

export function createFootballMatches(options: FootballMatchesOptions): readonly JobKind[] {
  return [createIngestFixtures(options), createMonitor(options)];
}
