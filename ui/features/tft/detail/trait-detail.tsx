/** One trait: its tiers, the units that most often stand beside it, and how it went over time. */
import type { TftRow } from '#/contract/tft-explore.ts';
import { QUESTION_LIMITS } from '#/domain/tft/explore/filter.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { withBreakdown } from '../explore/breakdowns.ts';
import { useNameBook } from '../explore/tft-queries.ts';
import { GameIcon } from '../names/game-icon.tsx';
import { addCondition, toTree, toWhere } from '../filter/condition-tree.ts';
import { BaselinePanel } from './baseline-panel.tsx';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { DetailFrame } from './detail-frame.tsx';
import { TrendPanel } from './trend-panel.tsx';

interface DetailProps {
  readonly id: string;
  readonly question: Question;
}

const UNITS_SHOWN = 20;

export function TraitDetail({ id, question }: DetailProps) {
  const book = useNameBook();
  const { name, icon, thresholds } = book.trait(id);
  const active = withTrait(question, id);
  const tiersOf = (rows: readonly TftRow[]) =>
    rows
      .filter(({ subject }) => subject.kind === 'trait' && subject.trait === id)
      .toSorted((one, other) => tierOf(one) - tierOf(other));
  return (
    <DetailFrame
      title={name}
      picture={<GameIcon name={name} icon={icon} size={48} />}
      facts={thresholds.length > 0 ? `Tiers at ${thresholds.join(', ')} units` : undefined}
      question={question}
      book={book}
      explore={active}
      exploreLabel={`Explore boards with ${name}`}
    >
      <BaselinePanel question={withBreakdown(active, 'total')} name={name} />
      <BreakdownPanel
        title="Tiers"
        question={{ ...withBreakdown(active, 'trait'), pageSize: QUESTION_LIMITS.pageSize }}
        book={book}
        none="It is active on none of these boards."
        pick={tiersOf}
      />
      <BreakdownPanel
        title="Units most often with it"
        question={{ ...withBreakdown(active, 'unit'), sort: 'n', order: 'desc', pageSize: UNITS_SHOWN }}
        book={book}
        none="It is active on none of these boards."
      />
      <TrendPanel question={active} />
    </DetailFrame>
  );
}

function withTrait(question: Question, trait: string): Question {
  const tree = toTree(question.filter.where);
  const where = toWhere(addCondition('all' in tree ? tree : { all: [tree] }, [], { trait }));
  return where === undefined ? question : { ...question, filter: { ...question.filter, where } };
}

function tierOf({ subject }: TftRow): number {
  return subject.kind === 'trait' ? subject.tier : 0;
}
