/** One unit: what it should hold, at how many stars, on which level, and how it went over time. */
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

const ITEMS_SHOWN = 15;
const BUILDS_SHOWN = 10;

/** What is asked of the unit itself: copies are counted, and compared with all copies of it. */
const OF_THE_UNIT = [
  { title: 'Items', by: 'unit-item', shown: ITEMS_SHOWN },
  { title: 'Builds of 3', by: 'unit-build-3', shown: BUILDS_SHOWN },
  { title: 'Builds of 2', by: 'unit-build-2', shown: BUILDS_SHOWN },
  { title: 'Stars', by: 'unit-stars', shown: BUILDS_SHOWN },
  { title: 'Items held', by: 'unit-items', shown: BUILDS_SHOWN },
] as const;

export function UnitDetail({ id, question }: DetailProps) {
  const book = useNameBook();
  const { name, icon, cost, traits } = book.unit(id);
  const withUnit: Question = { ...question, filter: narrowTo(question, { kind: 'unit', unit: id }) };
  const facts = [
    ...(cost === null ? [] : [`${cost}-cost`]),
    ...traits.map((trait) => book.names.trait(trait)),
  ];
  const none = `No ${name} of that kind on these boards.`;
  return (
    <DetailFrame
      title={name}
      picture={<GameIcon name={name} icon={icon} cost={cost} size={48} />}
      facts={facts.join(' · ') || undefined}
      question={question}
      book={book}
      explore={withUnit}
      exploreLabel={`Explore boards with ${name}`}
    >
      <BaselinePanel
        question={{ ...withBreakdown(question, 'unit-item', id), pageSize: ITEMS_SHOWN }}
        name={name}
      />
      {OF_THE_UNIT.map(({ title, by, shown }) => (
        <BreakdownPanel
          key={by}
          title={title}
          question={{ ...withBreakdown(question, by, id), pageSize: shown }}
          book={book}
          none={none}
        />
      ))}
      <BreakdownPanel
        title="Traits beside it"
        question={{ ...withBreakdown(withUnit, 'trait'), sort: 'n', order: 'desc', pageSize: BUILDS_SHOWN }}
        book={book}
        none={none}
      />
      <BreakdownPanel title="Levels" question={withBreakdown(withUnit, 'level')} book={book} none={none} />
      <TrendPanel question={withUnit} />
    </DetailFrame>
  );
}
