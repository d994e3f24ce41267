/** One composition: the units at its core with their share of its boards, what its carry holds, its traits and levels. */
import { narrowTo, subjectWords, type RowSubject } from '#/domain/tft/explore/breakdowns.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { withBreakdown } from '../explore/breakdowns.ts';
import { useNameBook } from '../explore/tft-queries.ts';
import { GameIcon } from '../names/game-icon.tsx';
import { BaselinePanel } from './baseline-panel.tsx';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { DetailFrame } from './detail-frame.tsx';
import { TrendPanel } from './trend-panel.tsx';

interface CompositionDetailProps {
  readonly subject: Extract<RowSubject, { readonly kind: 'composition' }>;
  readonly question: Question;
}

const UNITS_SHOWN = 14;
const ROWS_SHOWN = 10;

export function CompositionDetail({ subject, question }: CompositionDetailProps) {
  const book = useNameBook();
  const [main] = subject.members;
  const carry = main?.carry ?? '';
  const inside: Question = { ...question, filter: narrowTo({ ...question, by: 'composition' }, subject) };
  const title = subjectWords(subject, book.names);
  const mostFirst = { sort: 'n', order: 'desc' } as const;
  const carryUnit = book.unit(carry);
  return (
    <DetailFrame
      title={title}
      picture={carry === '' ? null : <GameIcon {...carryUnit} size={48} />}
      facts={subject.members.length > 1 ? `${subject.members.length} variants counted together` : undefined}
      question={question}
      book={book}
      explore={inside}
      exploreLabel="Explore these boards"
    >
      <BaselinePanel question={withBreakdown(inside, 'total')} name={title} />
      <BreakdownPanel
        title="Core units"
        question={{ ...withBreakdown(inside, 'unit'), ...mostFirst, pageSize: UNITS_SHOWN }}
        book={book}
        none="No board of it here."
      />
      {carry === '' ? null : (
        <>
          <BreakdownPanel
            title={`Items of ${carryUnit.name}`}
            question={{ ...withBreakdown(inside, 'unit-item', carry), pageSize: ROWS_SHOWN }}
            book={book}
            none="The carry holds nothing here."
          />
          <BreakdownPanel
            title={`Builds of ${carryUnit.name}`}
            question={{ ...withBreakdown(inside, 'unit-build-3', carry), pageSize: ROWS_SHOWN }}
            book={book}
            none="The carry never holds three items here."
          />
        </>
      )}
      <BreakdownPanel
        title="Traits"
        question={{ ...withBreakdown(inside, 'trait'), ...mostFirst, pageSize: ROWS_SHOWN }}
        book={book}
        none="No trait is active on these boards."
      />
      <BreakdownPanel
        title="Levels"
        question={withBreakdown(inside, 'level')}
        book={book}
        none="No board of it here."
      />
      <TrendPanel question={inside} />
    </DetailFrame>
  );
}
