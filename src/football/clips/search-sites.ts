/**
 * Asks all sites at once, each with its own time, and writes down how they are. A site that throws is a site that cannot be searched: what the
 * others found is kept.
 */
import type { ClipQuery, ClipSearchOutcome, ClipSite } from '../sites/clip-site.ts';
import { noteClipSite, type ClipSiteState } from './clip-site.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import type { JobContext } from '#/runtime/jobs/define-job.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';

export interface SiteAnswer {
  readonly site: string;
  readonly outcome: ClipSearchOutcome;
}

/** Less than a run may take, so that what the other sites found can still be written. */
const SITE_TIMEOUT_MS = 135_000;

/** Null: the site was not asked, so its health is as it was. */
const STATES: Readonly<Record<ClipSearchOutcome['outcome'], ClipSiteState | null>> = {
  ok: 'well',
  loginExpired: 'login-expired',
  captcha: 'captcha',
  rateLimited: 'rate-limited',
  changed: 'layout-changed',
  unreachable: 'unreachable',
  notAsked: null,
};

export async function askSites(
  sites: readonly ClipSite[],
  query: ClipQuery,
  context: Pick<JobContext, 'signal' | 'log'>,
): Promise<SiteAnswer[]> {
  return Promise.all(
    sites.map(async (site) => ({ site: site.name, outcome: await askSite(site, query, context) })),
  );
}

async function askSite(
  site: ClipSite,
  query: ClipQuery,
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<ClipSearchOutcome> {
  const timeout = AbortSignal.timeout(SITE_TIMEOUT_MS);
  try {
    return await site.search(query, { signal: AbortSignal.any([signal, timeout]) });
  } catch (error) {
    if (signal.aborted) throw error;
    if (timeout.aborted)
      return { outcome: 'unreachable', words: `no answer within ${SITE_TIMEOUT_MS / 1_000} s` };
    log.error({ err: error, site: site.name }, 'a site could not be searched');
    const words = error instanceof Error ? error.message : String(error);
    return { outcome: 'unreachable', words: `the search failed: ${words}` };
  }
}

export async function noteSites(tx: Transaction, answers: readonly SiteAnswer[]): Promise<void> {
  // In one order, so that two searches never wait for each other.
  for (const { site, outcome } of answers.toSorted((a, b) => (a.site < b.site ? -1 : 1))) {
    const state = STATES[outcome.outcome];
    const words = outcome.words === null ? null : toStorableText(outcome.words);
    if (state !== null) await noteClipSite(tx, site, state, words);
  }
}

export function isAnswered(answers: readonly SiteAnswer[]): boolean {
  return answers.some(({ outcome }) => outcome.outcome === 'ok');
}

/** For people: `example: 4 posts; other: login-expired, sign in again`. */
export function describeAnswers(answers: readonly SiteAnswer[]): string {
  return answers
    .map(({ site, outcome }) => {
      if (outcome.outcome !== 'ok')
        return `${site}: ${STATES[outcome.outcome] ?? 'skipped'}, ${outcome.words}`;
      const unreadable = outcome.unreadable > 0 ? ` and ${outcome.unreadable} that could not be read` : '';
      return `${site}: ${outcome.posts.length} posts${unreadable}`;
    })
    .join('; ');
}
