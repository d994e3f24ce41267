/** The numbers of the whole filter, which every row is measured against. It stays in sight while the rows scroll. */
import type { TftAnswer, TftStatistics } from '#/contract/tft-explore.ts';

import { formatCount } from '../../../lib/format.ts';
import { plusMinusRate, rateText, rateWords } from '../../../lib/rate-text.ts';
import { PlaceBars } from '../charts/place-bars.tsx';
import { placeInterval, placeText, placeWords } from '../table/figures.ts';
import classes from './baseline-strip.module.css';

interface BaselineStripProps {
  readonly answer: TftAnswer;
  /** What is counted, when it is not all boards: "Ahri". */
  readonly of?: string | undefined;
}

export function BaselineStrip({ answer, of }: BaselineStripProps) {
  const { baseline, comparedBaseline, counted, question } = answer;
  const comparedPatch = question.filter.comparedPatch;
  return (
    <section className={classes.strip} aria-label="Baseline">
      <Line title={of ?? 'Baseline'} counted={counted} statistics={baseline} />
      {comparedBaseline && comparedPatch !== undefined ? (
        <Line title={`In ${comparedPatch}`} counted={counted} statistics={comparedBaseline} />
      ) : null}
    </section>
  );
}

interface LineProps {
  readonly title: string;
  readonly counted: TftAnswer['counted'];
  readonly statistics: TftStatistics;
}

function Line({ title, counted, statistics }: LineProps) {
  const { n, counts } = statistics;
  return (
    <div className={classes.line}>
      <strong className={classes.title}>{title}</strong>
      <dl className={classes.facts}>
        <Fact name={counted} value={formatCount(n)} />
        {n === 0 ? null : <Rates statistics={statistics} />}
      </dl>
      <span className={classes.bars}>
        <PlaceBars counts={counts} />
      </span>
    </div>
  );
}

/** Of nothing there is no average. */
function Rates({ statistics: { average, top4, win } }: Pick<LineProps, 'statistics'>) {
  return (
    <>
      <Fact
        name="average"
        value={placeText(average.value)}
        note={placeInterval(average)}
        words={placeWords('Average placement', average)}
      />
      <Fact
        name="top 4"
        value={rateText(top4.value)}
        note={plusMinusRate(top4)}
        words={rateWords('Top 4', top4)}
      />
      <Fact name="win" value={rateText(win.value)} note={plusMinusRate(win)} words={rateWords('Win', win)} />
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  readonly words?: string;
}

function Fact({ name, value, note, words }: FactProps) {
  return (
    <div className={classes.fact} title={words}>
      <dt>{name}</dt>
      <dd>
        {value}
        {note ? <span className={classes.note}> {note}</span> : null}
      </dd>
    </div>
  );
}
