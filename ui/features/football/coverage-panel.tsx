/** How well goals are covered: searched, found, distinct, how long the first clip took, and why the rest was not kept. */
import type { FootballCoverage } from '#/contract/football.ts';

import { Stat, StatStrip } from '../../components/stat.tsx';
import { formatCount } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow-hook.ts';
import classes from './coverage-panel.module.css';
import {
  countDropped,
  coverageSentence,
  droppedLines,
  shareWords,
  waitNote,
  waitText,
} from './coverage-words.ts';

interface CoverageProps {
  readonly coverage: FootballCoverage;
}

/** On a phone one line says it, and the figures are folded: people came for the matches. */
export function CoveragePanel({ coverage }: CoverageProps) {
  if (!useIsNarrow()) return <Figures coverage={coverage} />;
  return (
    <details className={classes.folded}>
      <summary>{coverageSentence(coverage)}</summary>
      <Figures coverage={coverage} />
    </details>
  );
}

function Figures({ coverage }: CoverageProps) {
  const { goals, searched, withClips, found, downloaded, distinct, secondsToFirstClip } = coverage;
  return (
    <section aria-label="Coverage" className={classes.panel}>
      <StatStrip>
        <Stat label="Goals" value={formatCount(goals)} note="confirmed, not taken back" />
        <Stat label="Searched" value={formatCount(searched)} note={shareWords(searched, goals)} />
        <Stat label="With a clip" value={formatCount(withClips)} note={shareWords(withClips, goals)} />
        <Stat
          label="Videos found"
          value={formatCount(found)}
          note={`${formatCount(downloaded)} downloaded`}
        />
        <Stat label="Distinct clips" value={formatCount(distinct)} note="show something of their own" />
        <Stat
          label="First clip after"
          value={waitText(secondsToFirstClip.median)}
          note={waitNote(secondsToFirstClip)}
        />
      </StatStrip>
      <Dropped coverage={coverage} />
    </section>
  );
}

function Dropped({ coverage }: CoverageProps) {
  const count = countDropped(coverage);
  if (count === 0) return null;
  return (
    <details className={classes.dropped}>
      <summary>
        {formatCount(count)} {count === 1 ? 'video was' : 'videos were'} not kept: why
      </summary>
      <ul className={classes.lines}>
        {droppedLines(coverage).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
