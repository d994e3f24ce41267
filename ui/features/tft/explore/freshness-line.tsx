/** How new and how complete the games behind the numbers are. */
import type { TftAnswer } from '#/contract/tft-explore.ts';
import type { TftOptions } from '#/contract/tft-reference.ts';
import type { Filter } from '#/domain/tft/explore/filter.ts';

import { TimeAgo } from '../../../components/time-ago.tsx';
import { formatCount, formatDuration, formatSpan } from '../../../lib/format.ts';
import classes from './freshness-line.module.css';
import { useOptions } from './tft-queries.ts';

export function FreshnessLine({ answer }: { readonly answer: TftAnswer }) {
  const provisional = provisionalPatches(answer.question.filter, useOptions()?.patches ?? []);
  const { freshness, completeness, tookMs, cache } = answer;
  const { wanted, stored, gone, quarantined, from, to } = completeness;
  return (
    <p className={classes.line}>
      {freshness.incomplete ? (
        <output>Statistics incomplete: {missingWords(freshness.incomplete.matches)}</output>
      ) : null}
      <span>
        {freshness.newestGameAt ? (
          <>
            Newest game <TimeAgo at={freshness.newestGameAt} />
          </>
        ) : (
          'No game yet'
        )}{' '}
        · {formatCount(freshness.gamesBehind)} games waiting · lag {formatSpan(freshness.lagSeconds * 1000)}
      </span>
      <span>
        {formatCount(stored)} of {formatCount(wanted + stored + gone + quarantined)} listed games stored,{' '}
        {formatCount(wanted)} wanted, {formatCount(gone)} gone, {formatCount(quarantined)} quarantined
        {from !== null && to !== null ? ` (${from === to ? from : `${from} to ${to}`})` : ''}
      </span>
      {provisional.map(({ patch, startsAt }) => (
        <span key={patch}>
          Patch {patch} is provisional: Data Dragon lists it, and its start
          {startsAt === null ? '' : ` (${startsAt.slice(0, 10)})`} is an estimate. When it is corrected, games
          near it move to another patch.
        </span>
      ))}
      <span>
        answered in {formatDuration(tookMs)}
        {cache === 'miss' ? '' : ', from the cache'}
      </span>
    </p>
  );
}

/** Of those that the answer is about. Without a choice that is the newest one. */
function provisionalPatches(
  { patches: chosen = [], comparedPatch }: Partial<Filter>,
  patches: TftOptions['patches'],
): TftOptions['patches'] {
  const asked = chosen.length > 0 ? chosen : patches.slice(0, 1).map(({ patch }) => patch);
  return patches.filter(
    ({ patch, isProvisional }) => isProvisional && [...asked, comparedPatch].includes(patch),
  );
}

function missingWords(matches: number | null): string {
  if (matches === null) return 'missing matches are being restored';
  return `about ${formatCount(matches)} ${matches === 1 ? 'match is' : 'matches are'} being restored`;
}
