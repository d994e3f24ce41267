/** One question of a page about one thing: a short table, and the way to all of it in the explorer. */
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { TftAnswer, TftRow } from '#/contract/tft-explore.ts';
import { completeQuestion } from '#/domain/tft/explore/partial-question.ts';
import { DEFAULT_QUESTION, type Question } from '#/domain/tft/explore/question.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { useIsNarrow } from '../../../lib/narrow-hook.ts';
import { searchFor } from '../explore/explorer-search.ts';
import { useAnswer } from '../explore/tft-queries.ts';
import type { NameBook } from '../names/name-book.ts';
import { RankTable } from '../table/rank-table.tsx';
import type { RowDeeds } from '../table/row-actions.tsx';
import { excluding, narrowedTo } from '../table/row-steps.ts';
import classes from './breakdown-panel.module.css';

interface BreakdownPanelProps {
  readonly title: string;
  readonly question: Question;
  readonly book: NameBook;
  /** What to say when there is nothing. */
  readonly none: string;
  /** Which rows, when not the first ones. */
  readonly pick?: (rows: readonly TftRow[]) => readonly TftRow[];
}

const { pageSize: PAGE_SIZE } = DEFAULT_QUESTION;
const FEW_LINES = 4;
/** On a phone a row is a card: a page of all of them would never end. */
const CARDS_SHOWN = 5;

export function BreakdownPanel({ title, question, book, none, pick }: BreakdownPanelProps) {
  const { data, error, isPlaceholderData, refetch } = useAnswer(question);
  const rows = data ? (pick ? pick(data.rows) : data.rows) : [];
  return (
    <Section
      title={title}
      aside={
        <Link to="/tft" search={searchFor({ ...question, pageSize: PAGE_SIZE })}>
          {data && data.rowCount > rows.length ? `All ${data.rowCount} in the explorer` : 'In the explorer'}
        </Link>
      }
    >
      {data ? (
        <div className={classes.rows} data-old={isPlaceholderData}>
          {rows.length === 0 ? (
            <EmptyState>{none}</EmptyState>
          ) : (
            <PanelTable title={title} answer={data} rows={rows} book={book} />
          )}
        </div>
      ) : error ? (
        <ProblemAlert error={error} onRetry={async () => void (await refetch())} />
      ) : (
        <Loading what={title}>
          <PanelSkeleton lines={FEW_LINES} />
        </Loading>
      )}
    </Section>
  );
}

interface PanelTableProps {
  readonly title: string;
  readonly answer: TftAnswer;
  readonly rows: readonly TftRow[];
  readonly book: NameBook;
}

function PanelTable({ title, answer, rows, book }: PanelTableProps) {
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const [isOpen, setIsOpen] = useState(false);
  const shown = isNarrow && !isOpen ? rows.slice(0, CARDS_SHOWN) : rows;
  const question = completeQuestion(answer.question);
  // To the explorer, where a page of rows is longer than here.
  const open = (next: Question, gamesRow?: string) =>
    void navigate({ to: '/tft', search: searchFor({ ...next, pageSize: PAGE_SIZE }, gamesRow) });
  const step = (next: Question | undefined) => (next ? () => open(next) : undefined);
  const deeds: RowDeeds = {
    filter: (row) => step(narrowedTo(question, row)),
    exclude: (row) => step(excluding(question, row)),
    games: (row) => () => open(question, row.key),
  };
  return (
    <>
      <RankTable
        label={title}
        answer={answer}
        question={question}
        rows={shown}
        book={book}
        deeds={deeds}
        isCompact
      />
      {shown.length < rows.length ? (
        <Button variant="subtle" size="compact-sm" fullWidth onClick={() => setIsOpen(true)}>
          Show {rows.length - shown.length} more
        </Button>
      ) : null}
    </>
  );
}
