/** Offered when a filter leaves few boards: the nearest filter that leaves more. It is never taken without being asked. */
import { Link } from '@tanstack/react-router';

import type { TftAnswer } from '#/contract/tft-explore.ts';
import { completeQuestion } from '#/domain/tft/explore/partial-question.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { formatCount } from '../../../lib/format.ts';
import { searchFor } from './explorer-search.ts';
import classes from './notice.module.css';

interface WiderNoticeProps {
  readonly answer: TftAnswer;
  readonly question: Question;
}

export function WiderNotice({ answer, question }: WiderNoticeProps) {
  const { wider, baseline, counted } = answer;
  if (wider === null) return null;
  const { filter } = completeQuestion({ filter: wider.filter });
  return (
    <output className={classes.notice}>
      <span>
        {baseline.n === 0
          ? `No ${counted} match this filter.`
          : `Only ${formatCount(baseline.n)} ${counted} match this filter: the intervals are wide.`}
      </span>
      <Link to="/tft" search={searchFor({ ...question, filter, page: 0 })} className={classes.action}>
        Widen: {wider.change} ({formatCount(wider.n)} boards)
      </Link>
    </output>
  );
}
