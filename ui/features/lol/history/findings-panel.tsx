/**
 * What differs by more than chance explains, in the sentences of the analysis. Where nothing does, that is said as plainly, with how much
 * was looked at: "nothing stands out" is a result.
 */
import type { LolAnalysis } from '#/contract/lol-history.ts';

import { Section } from '../../../components/section.tsx';
import { formatCount } from '../../../lib/format.ts';
import classes from './findings-panel.module.css';

interface FindingsPanelProps {
  readonly analysis: Pick<LolAnalysis, 'findings' | 'closest' | 'comparisons' | 'counts'>;
  /** More games are on their way. */
  readonly isPartial: boolean;
}

export function FindingsPanel({ analysis, isPartial }: FindingsPanelProps) {
  const { findings, closest, comparisons, counts } = analysis;
  return (
    <Section
      title="Findings"
      aside={`${formatCount(comparisons)} comparisons over ${formatCount(counts.counted)} games`}
    >
      <div className={classes.body}>
        {findings.length === 0 ? (
          <p>Nothing stands out by more than chance explains.</p>
        ) : (
          <ul className={classes.list}>
            {findings.map(({ words, direction }) => (
              <li key={words} className={classes.finding} data-direction={direction}>
                {words}
              </li>
            ))}
          </ul>
        )}
        {findings.length === 0 && closest ? (
          <p className={classes.note}>Closest to it, and still within chance: {closest.words}</p>
        ) : null}
        <p className={classes.note}>
          {isPartial ? 'So far; games are still coming. ' : ''}
          Corrected for everything that was compared. What was observed, without saying why.
        </p>
      </div>
    </Section>
  );
}
