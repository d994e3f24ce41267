/** The ways to group the boards, as links: each is an address. What is told of one unit or item has a line of its own. */
import { Link } from '@tanstack/react-router';

import { breakdownOf } from '#/domain/tft/explore/breakdowns.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { EntitySelect } from '../names/entity-select.tsx';
import type { NameBook } from '../names/name-book.ts';
import classes from './breakdown-tabs.module.css';
import { BOARD_CHOICES, UNIT_CHOICES, withBreakdown, type BreakdownChoice } from './breakdowns.ts';
import { searchFor } from './explorer-search.ts';

interface BreakdownTabsProps {
  readonly question: Question;
  readonly book: NameBook;
  readonly onQuestion: (question: Question) => void;
}

export function BreakdownTabs({ question, book, onQuestion }: BreakdownTabsProps) {
  const { of } = breakdownOf(question.by);
  const [isUnit, isItem] = [of === 'unit', of === 'item'];
  const someUnit = isUnit ? question.of : firstOf(book, 'unit');
  const someItem = isItem ? question.of : firstOf(book, 'item');
  return (
    <nav aria-label="Breakdown" className={classes.nav}>
      <ul className={classes.tabs}>
        {BOARD_CHOICES.map((choice) => (
          <Tab key={choice.by} choice={choice} question={question} />
        ))}
        {someUnit ? (
          <Tab
            choice={{ by: 'unit-item', label: 'Of a unit' }}
            of={someUnit}
            question={question}
            isCurrent={isUnit}
          />
        ) : null}
        {someItem ? (
          <Tab
            choice={{ by: 'item-holder', label: 'Of an item' }}
            of={someItem}
            question={question}
            isCurrent={isItem}
          />
        ) : null}
      </ul>
      {isUnit || isItem ? (
        <div className={classes.second}>
          <EntitySelect
            label={isUnit ? 'Unit' : 'Item'}
            kind={isUnit ? 'unit' : 'item'}
            book={book}
            value={question.of ?? null}
            onChange={(of) => onQuestion({ ...question, of, page: 0 })}
          />
          {isUnit ? (
            <ul className={classes.tabs} aria-label="Of this unit">
              {UNIT_CHOICES.map((choice) => (
                <Tab key={choice.by} choice={choice} question={question} />
              ))}
            </ul>
          ) : null}
        </div>
      ) : null}
    </nav>
  );
}

interface TabProps {
  readonly choice: BreakdownChoice;
  readonly question: Question;
  readonly of?: string;
  readonly isCurrent?: boolean;
}

function Tab({ choice: { by, label }, question, of, isCurrent = question.by === by }: TabProps) {
  return (
    <li>
      <Link
        to="/tft"
        search={searchFor(isCurrent ? question : withBreakdown(question, by, of))}
        resetScroll={false}
        className={classes.tab}
        activeProps={{}}
        aria-current={isCurrent ? 'true' : undefined}
        data-current={isCurrent}
      >
        {label}
      </Link>
    </li>
  );
}

function firstOf(book: NameBook, kind: 'unit' | 'item'): string | undefined {
  return book.entries.find((entry) => entry.kind === kind)?.id;
}
