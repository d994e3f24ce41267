/** One item: who holds it best, and how it went over time. */
import { narrowTo } from '#/domain/tft/explore/breakdowns.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { withBreakdown } from '../explore/breakdowns.ts';
import { useNameBook } from '../explore/tft-queries.ts';
import { GameIcon } from '../names/game-icon.tsx';
import { BaselinePanel } from './baseline-panel.tsx';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { DetailFrame } from './detail-frame.tsx';
import { TrendPanel } from './trend-panel.tsx';

interface DetailProps {
  readonly id: string;
  readonly question: Question;
}

const HOLDERS_SHOWN = 20;

export function ItemDetail({ id, question }: DetailProps) {
  const book = useNameBook();
  const { name, icon, category, components } = book.item(id);
  const withItem: Question = { ...question, filter: narrowTo(question, { kind: 'item', item: id }) };
  const holders: Question = { ...withBreakdown(question, 'item-holder', id), pageSize: HOLDERS_SHOWN };
  const facts = [
    category,
    ...(components.length > 0 ? [components.map((part) => book.names.item(part)).join(' + ')] : []),
  ];
  return (
    <DetailFrame
      title={name}
      picture={<GameIcon name={name} icon={icon} size={48} />}
      facts={facts.join(' · ')}
      question={question}
      book={book}
      explore={withItem}
      exploreLabel={`Explore boards with ${name}`}
    >
      <BaselinePanel question={holders} name={name} />
      <BreakdownPanel
        title="Holders"
        question={holders}
        book={book}
        none="No unit holds it on these boards."
      />
      <BreakdownPanel
        title="Levels"
        question={withBreakdown(withItem, 'level')}
        book={book}
        none="No board with it."
      />
      <TrendPanel question={withItem} />
    </DetailFrame>
  );
}
