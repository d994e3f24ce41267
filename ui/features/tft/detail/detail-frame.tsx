/** What pages about one thing share: its head, the filter in chips, and the sentence that says of which boards the numbers are. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { filterWords } from '#/domain/tft/explore/question-words.ts';
import type { Filter } from '#/domain/tft/explore/filter.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { PageHeader } from '../../../components/page-header.tsx';
import { searchFor, searchForFilter } from '../explore/explorer-search.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { FilterDrawer } from '../filter/filter-drawer.tsx';
import type { NameBook } from '../names/name-book.ts';
import classes from './detail-frame.module.css';

interface DetailFrameProps {
  readonly title: string;
  readonly picture: ReactNode;
  /** A few facts below the name. */
  readonly facts?: ReactNode;
  readonly question: Question;
  readonly book: NameBook;
  /** The explorer's question about the boards with it. */
  readonly explore: Question;
  readonly exploreLabel: string;
  readonly children: ReactNode;
}

export function DetailFrame(props: DetailFrameProps) {
  const { title, picture, facts, question, book, explore, exploreLabel, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  const setFilter = (filter: Filter) => {
    setIsOpen(false);
    void navigate({ to: '.', search: searchForFilter(question, filter), resetScroll: false });
  };
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        {picture}
        <div className={classes.title}>
          <PageHeader title={title} />
          {facts ? <p className={classes.facts}>{facts}</p> : null}
        </div>
        <nav className={classes.links} aria-label="Explorer">
          <Link to="/tft" search={searchFor(explore)}>
            {exploreLabel}
          </Link>
          <Link to="/tft" search={searchForFilter(question)}>
            Back to all units
          </Link>
        </nav>
      </div>
      <FilterBar filter={question.filter} onChange={setFilter} onEdit={() => setIsOpen(true)} />
      <p className={classes.words}>{filterWords(question.filter, book.names)}</p>
      {children}
      <FilterDrawer
        filter={question.filter}
        isOpen={isOpen}
        onApply={setFilter}
        onClose={() => setIsOpen(false)}
      />
    </div>
  );
}
