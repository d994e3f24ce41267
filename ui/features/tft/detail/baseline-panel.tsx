/** The baseline of a page about one thing: how boards with it end, over all. */
import type { Question } from '#/domain/tft/explore/question.ts';

import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { BaselineStrip } from '../explore/baseline-strip.tsx';
import { FreshnessLine } from '../explore/freshness-line.tsx';
import { useAnswer } from '../explore/tft-queries.ts';
import { WiderNotice } from '../explore/wider-notice.tsx';
import classes from './baseline-panel.module.css';

interface BaselinePanelProps {
  readonly question: Question;
  readonly name: string;
}

export function BaselinePanel({ question, name }: BaselinePanelProps) {
  const { data, error, refetch } = useAnswer(question);
  if (data) {
    return (
      <div className={classes.panel}>
        <BaselineStrip answer={data} of={name} />
        <WiderNotice answer={data} question={question} />
        <FreshnessLine answer={data} />
      </div>
    );
  }
  if (error) return <ProblemAlert error={error} onRetry={async () => void (await refetch())} />;
  return (
    <Loading what={`the baseline of ${name}`}>
      <PanelSkeleton lines={1} />
    </Loading>
  );
}
