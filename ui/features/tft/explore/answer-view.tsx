/**
 * An answer, or what stands in its place: the shape of it at first, an error that says what to do, an empty table that says why.
 * While the next answer is under way the last one stays, a little dimmed.
 */
import type { TftAnswer } from '#/contract/tft-explore.ts';
import { breakdownOf } from '#/domain/tft/explore/breakdowns.ts';
import { completeQuestion } from '#/domain/tft/explore/partial-question.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { PlaceHistogram } from '../charts/place-histogram.tsx';
import { TrendChart } from '../charts/trend-chart.tsx';
import { withRank } from '../filter/filter-chips.ts';
import type { NameBook } from '../names/name-book.ts';
import { RankTable } from '../table/rank-table.tsx';
import type { RowDeeds } from '../table/row-actions.tsx';
import { readSorting, sortBy, toSort } from '../table/sorting.ts';
import classes from './answer-view.module.css';
import { BaselineStrip } from './baseline-strip.tsx';
import { BOARD_CHOICES } from './breakdowns.ts';
import { FreshnessLine } from './freshness-line.tsx';
import { Paging } from './paging.tsx';
import { RankLine } from './rank-line.tsx';
import { RefusedQuestion } from './refused-question.tsx';
import { useOptions, type useAnswer } from './tft-queries.ts';
import { WiderNotice } from './wider-notice.tsx';

/** As high as most answers, so that nothing below is seen and then pushed away. */
const ABOUT_A_PAGE = 30;

const TOO_MUCH: ReadonlySet<string> = new Set(['timeout', 'too-much-work']);

interface AnswerViewProps {
  readonly asked: Question;
  readonly query: ReturnType<typeof useAnswer>;
  readonly book: NameBook;
  readonly deeds: RowDeeds;
  readonly onQuestion: (question: Question) => void;
}

export function AnswerView({ asked, query, book, deeds, onQuestion }: AnswerViewProps) {
  const { data, error, isPlaceholderData, refetch } = query;
  if (data) {
    return (
      <div
        className={classes.answer}
        data-old={isPlaceholderData}
        data-compared={data.comparedBaseline !== null}
        aria-busy={isPlaceholderData}
      >
        <Answer answer={data} asked={asked} book={book} deeds={deeds} onQuestion={onQuestion} />
      </div>
    );
  }
  if (error instanceof ApiProblem && error.code === 'invalid-request' && error.faults.length > 0)
    return <RefusedQuestion faults={error.faults} />;
  if (error) {
    return (
      <div className={classes.problem}>
        <ProblemAlert error={error} onRetry={async () => void (await refetch())} />
        {error instanceof ApiProblem && TOO_MUCH.has(error.code) ? (
          <p>
            That was too much work for one question. Fewer patches, a shorter time or a condition that must
            hold (a unit, a trait) make it lighter.
          </p>
        ) : null}
      </div>
    );
  }
  return (
    <Loading what="the numbers">
      <PanelSkeleton lines={ABOUT_A_PAGE} />
    </Loading>
  );
}

type AnswerProps = Omit<AnswerViewProps, 'query'> & { readonly answer: TftAnswer };

function Answer({ answer, asked, book, deeds, onQuestion }: AnswerProps) {
  const question = completeQuestion(answer.question);
  const { by, of } = question;
  return (
    <section className={classes.panel} aria-label="Answer">
      <BaselineStrip answer={answer} of={baselineName(question, book)} />
      <WiderNotice answer={answer} question={asked} />
      <Chart answer={answer} question={question} />
      {answer.rows.length === 0 ? (
        <NoRows answer={answer} />
      ) : (
        <RankTable
          label={labelFor(by, of === undefined ? undefined : nameOf(question, of, book))}
          answer={answer}
          question={question}
          rows={answer.rows}
          book={book}
          deeds={deeds}
          firstRank={question.page * question.pageSize + 1}
          sorting={readSorting(question)}
          onSort={(column) =>
            onQuestion({ ...asked, ...toSort(sortBy(readSorting(asked), column)), page: 0 })
          }
        />
      )}
      <Paging
        answer={answer}
        page={question.page}
        pageSize={question.pageSize}
        onPage={(page) => onQuestion({ ...asked, page })}
      />
      <RankLine
        ranks={answer.ranks}
        rank={asked.filter.rank ?? 'nearest'}
        onRank={(rank) => onQuestion({ ...asked, filter: withRank(asked.filter, rank), page: 0 })}
      />
      <FreshnessLine answer={answer} />
    </section>
  );
}

function Chart({ answer, question }: { readonly answer: TftAnswer; readonly question: Question }) {
  const patches = useOptions()?.patches ?? [];
  if (question.by === 'placement') return <PlaceHistogram counts={answer.baseline.counts} />;
  if (question.by !== 'day' || answer.rows.length === 0) return null;
  return <TrendChart rows={answer.rows} baseline={answer.baseline.average.value} patches={patches} />;
}

function NoRows({ answer }: { readonly answer: TftAnswer }) {
  if (answer.hiddenRowCount > 0)
    return (
      <EmptyState>All rows have fewer games than the smallest sample. Choose a smaller one above.</EmptyState>
    );
  if (answer.freshness.newestGameAt === null)
    return (
      <EmptyState>No games are stored yet. They appear here within seconds of being collected.</EmptyState>
    );
  return (
    <EmptyState>
      No board matches this filter. Take a piece of it away, or widen the patch or the time.
    </EmptyState>
  );
}

function labelFor(by: Question['by'], of: string | undefined): string {
  return of ?? BOARD_CHOICES.find((choice) => choice.by === by)?.label ?? 'Rows';
}

function nameOf({ by }: Question, of: string, book: NameBook): string {
  return breakdownOf(by).of === 'item' ? `Holders of ${book.names.item(of)}` : book.names.unit(of);
}

function baselineName(question: Question, book: NameBook): string | undefined {
  const { by, of } = question;
  if (of === undefined) return undefined;
  if (breakdownOf(by).of === 'unit') return book.names.unit(of);
  return breakdownOf(by).of === 'item' ? book.names.item(of) : undefined;
}
