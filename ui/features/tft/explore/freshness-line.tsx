/** How new and how complete the games behind the numbers are. */
import type { TftAnswer } from '#/contract/tft-explore.ts';

import { TimeAgo } from '../../../components/time-ago.tsx';
import { formatCount, formatDuration, formatSpan } from '../../../lib/format.ts';
import classes from './freshness-line.module.css';

export function FreshnessLine({ answer }: { readonly answer: TftAnswer }) {
  const { freshness, completeness, tookMs, cache } = answer;
  const { wanted, stored, gone, quarantined, from, to } = completeness;
  return (
    <p className={classes.line}>
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
      <span>
        answered in {formatDuration(tookMs)}
        {cache === 'miss' ? '' : ', from the cache'}
      </span>
    </p>
  );
}
