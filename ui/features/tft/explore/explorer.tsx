/** The explorer: a question in the address, its answer below. Every control does nothing but go to another address. */
import { Button } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type Ref } from 'react';

import { filterWords } from '#/domain/tft/explore/question-words.ts';
import type { Filter } from '#/domain/tft/explore/filter.ts';
import { DEFAULT_QUESTION, type Question } from '#/domain/tft/explore/question.ts';

import { PageHeader } from '../../../components/page-header.tsx';
import { changedSearch } from '../../../lib/changed-search.ts';
import type { FlatSearch } from '../../../lib/flat-search.ts';
import { addCondition, toTree, toWhere } from '../filter/condition-tree.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { FilterDrawer } from '../filter/filter-drawer.tsx';
import type { EntityKind, NameBook } from '../names/name-book.ts';
import type { RowDeeds } from '../table/row-actions.tsx';
import { excluding, narrowedTo } from '../table/row-steps.ts';
import { AnswerTools } from './answer-tools.tsx';
import { AnswerView } from './answer-view.tsx';
import { BreakdownTabs } from './breakdown-tabs.tsx';
import { OF_ONE_ANSWER, searchFor } from './explorer-search.ts';
import classes from './explorer.module.css';
import { GamesDrawer } from './games-drawer.tsx';
import { usePageKeys } from './page-keys-hook.ts';
import { SearchBox } from './search-box.tsx';
import { ShortcutsOverlay } from './shortcuts-overlay.tsx';
import { TableTools } from './table-tools.tsx';
import { useAnswer, useNameBook } from './tft-queries.ts';
import { useOpenEntity } from './entity-pages.ts';

interface ExplorerProps {
  readonly question: Question;
  readonly gamesRow: string | undefined;
}

export function Explorer({ question, gamesRow }: ExplorerProps) {
  const book = useNameBook();
  const query = useAnswer(question);
  const go = useGoTo(question, gamesRow);
  const search = useRef<HTMLInputElement>(null);
  const [overlay, setOverlay] = useState<'filter' | 'keys'>();
  const close = () => setOverlay(undefined);
  const setFilter = (filter: Filter) => {
    close();
    go({ ...question, filter, page: 0 });
  };
  usePageKeys({
    search: () => search.current?.focus(),
    help: () => setOverlay('keys'),
    edit: () => setOverlay('filter'),
    clear: () => setFilter(DEFAULT_QUESTION.filter),
  });
  const answered = query.isPlaceholderData ? undefined : query.data;
  return (
    <div className={classes.explorer}>
      <ExplorerHead
        words={answered?.words ?? filterWords(question.filter, book.names)}
        question={question}
        book={book}
        search={search}
        onFilter={setFilter}
      />
      <FilterBar filter={question.filter} onChange={setFilter} onEdit={() => setOverlay('filter')} />
      <BreakdownTabs question={question} book={book} onQuestion={go} />
      <div className={classes.tools}>
        <TableTools question={question} onQuestion={go} />
        <AnswerTools question={question} />
      </div>
      <AnswerView asked={question} query={query} book={book} deeds={deedsFor(question, go)} onQuestion={go} />
      <KeysHint onClick={() => setOverlay('keys')} />
      <FilterDrawer
        filter={question.filter}
        isOpen={overlay === 'filter'}
        onApply={setFilter}
        onClose={close}
      />
      <GamesDrawer question={question} row={gamesRow} onClose={() => go(question)} />
      <ShortcutsOverlay isOpen={overlay === 'keys'} onClose={close} />
    </div>
  );
}

interface ExplorerHeadProps {
  readonly words: string;
  readonly question: Question;
  readonly book: NameBook;
  readonly search: Ref<HTMLInputElement>;
  readonly onFilter: (filter: Filter) => void;
}

function ExplorerHead({ words, question, book, search, onFilter }: ExplorerHeadProps) {
  const openEntity = useOpenEntity(question);
  return (
    <div className={classes.top}>
      <PageHeader title="TFT explorer" />
      <p className={classes.words} aria-live="polite">
        {words}
      </p>
      <SearchBox
        ref={search}
        book={book}
        onFilter={(kind, id) => onFilter(withEntity(question.filter, kind, id))}
        onOpen={openEntity}
      />
    </div>
  );
}

/** Not on small screens, where there are no keys. */
function KeysHint({ onClick }: { readonly onClick: () => void }) {
  return (
    <div className={classes.keys}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        leftSection={<IconKeyboard size={15} aria-hidden="true" />}
        onClick={onClick}
      >
        Keys: press ?
      </Button>
    </div>
  );
}

type GoTo = ReturnType<typeof useGoTo>;

function deedsFor(question: Question, go: GoTo): RowDeeds {
  const step = (next: Question | undefined) => (next ? () => go(next) : undefined);
  return {
    filter: (row) => step(narrowedTo(question, row)),
    exclude: (row) => step(excluding(question, row)),
    games: (row) => () => go(question, row.key),
  };
}

function useGoTo(asked: Question, shownRow: string | undefined) {
  const navigate = useNavigate();
  return (question: Question, gamesRow?: string) => {
    const [shown, wanted] = [searchFor(asked, shownRow), searchFor(question, gamesRow)];
    const search = (latest: FlatSearch) => changedSearch({ latest, shown, wanted }, OF_ONE_ANSWER);
    void navigate({ to: '/tft', search, resetScroll: false });
  };
}

function withEntity(filter: Filter, kind: EntityKind, id: string): Filter {
  const condition = kind === 'unit' ? { unit: id } : kind === 'item' ? { item: id } : { trait: id };
  const tree = toTree(filter.where);
  // Only a group that all of must hold can take one more without meaning something else.
  const where = toWhere(addCondition('all' in tree ? tree : { all: [tree] }, [], condition));
  return where === undefined ? filter : { ...filter, where };
}
