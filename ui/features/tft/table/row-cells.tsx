/** The numbers of a row. Each tells its interval: to the eye as ± or as a drawing, to screen readers and a resting pointer in words. */
import { VisuallyHidden } from '@mantine/core';

import type { TftRow, TftStatistics } from '#/contract/tft-explore.ts';

import { formatCount } from '../../../lib/format.ts';
import { IntervalBar } from '../../../components/interval-bar.tsx';
import { plusMinusRate, rateText, rateWords } from '../../../lib/rate-text.ts';
import type { Extent } from '../../../lib/scale.ts';
import {
  placeInterval,
  placeText,
  placeWords,
  plusMinusPlace,
  signedText,
  signedWords,
  toneOf,
} from './figures.ts';
import classes from './row-cells.module.css';

type Estimate = TftStatistics['average'];

export function SampleCell({ row }: { readonly row: Pick<TftStatistics, 'n' | 'share' | 'isLowSample'> }) {
  return (
    <span className={classes.sample}>
      <span className={classes.n}>
        {row.isLowSample ? (
          <span className={classes.few} title="Few games: the interval is wide, and the rank may be luck">
            few
          </span>
        ) : null}
        {formatCount(row.n)}
      </span>
      <span className={classes.share}>
        {rateText(row.share)}
        <span className={classes.shareBar} aria-hidden="true">
          <span style={{ width: `${Math.min(100, row.share * 100)}%` }} />
        </span>
      </span>
    </span>
  );
}

interface AverageCellProps {
  readonly row: TftStatistics;
  readonly baseline: number;
  readonly domain: Extent;
}

export function AverageCell({ row, baseline, domain }: AverageCellProps) {
  const { average } = row;
  return (
    <span className={classes.average} title={placeWords('Average placement', average)}>
      <span className={classes.value}>{placeText(average.value)}</span>
      <IntervalBar estimate={average} baseline={baseline} domain={domain} tone={toneOf(row.difference)} />
      <span className={classes.interval}>
        <VisuallyHidden component="span">95 % interval </VisuallyHidden>
        {placeInterval(average)}
      </span>
    </span>
  );
}

/** A difference of placements; negative is good. */
export function DifferenceCell({ what, estimate }: { readonly what: string; readonly estimate: Estimate }) {
  return (
    <span title={signedWords(what, estimate)}>
      <span className={classes.value} data-tone={toneOf(estimate)}>
        {signedText(estimate.value)}
      </span>{' '}
      <span className={classes.error}>{plusMinusPlace(estimate)}</span>
    </span>
  );
}

export function RateCell({ what, estimate }: { readonly what: string; readonly estimate: Estimate }) {
  return (
    <span title={rateWords(what, estimate)}>
      <span className={classes.value}>{rateText(estimate.value)}</span>{' '}
      <span className={classes.error}>{plusMinusRate(estimate)}</span>
    </span>
  );
}

export function ComparedCell({ compared }: { readonly compared: TftRow['compared'] }) {
  if (!compared?.statistics) return <span className={classes.error}>none</span>;
  const { average, n } = compared.statistics;
  return (
    <span title={placeWords('Average placement', average)}>
      <span className={classes.value}>{placeText(average.value)}</span>{' '}
      <span className={classes.error}>n {formatCount(n)}</span>
    </span>
  );
}

export function ChangeCell({ compared }: { readonly compared: TftRow['compared'] }) {
  if (!compared?.change) return <span className={classes.error}>–</span>;
  return <DifferenceCell what="Change of the average" estimate={compared.change} />;
}
