/**
 * The builder: everything that can be asked of boards, on a draft. Nothing changes behind it until it is applied, and the button says
 * how many boards the draft leaves, so that nobody applies a filter that leaves none.
 */
import { Button, Drawer } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';

import { completeQuestion } from '#/domain/tft/explore/partial-question.ts';
import type { ConditionGroup, Filter } from '#/domain/tft/explore/filter.ts';
import { DEFAULT_QUESTION } from '#/domain/tft/explore/question.ts';

import { ApiProblem } from '../../../lib/api-problem.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAnswer, useNameBook, useOptions } from '../explore/tft-queries.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { toTree, toWhere } from './condition-tree.ts';
import { without } from './filter-chips.ts';
import classes from './filter-drawer.module.css';
import { GameFields } from './game-fields.tsx';

interface FilterDrawerProps {
  readonly filter: Filter;
  readonly isOpen: boolean;
  readonly onApply: (filter: Filter) => void;
  readonly onClose: () => void;
}

export function FilterDrawer({ isOpen, onClose, ...rest }: FilterDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="30rem"
      title="Filter"
      closeButtonProps={{ 'aria-label': 'Close without applying' }}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '', header: classes.header ?? '' }}
    >
      {isOpen ? <FilterForm {...rest} /> : null}
    </Drawer>
  );
}

function FilterForm({ filter, onApply }: Pick<FilterDrawerProps, 'filter' | 'onApply'>) {
  const book = useNameBook();
  const options = useOptions();
  const [games, setGames] = useState(() => without(filter, 'where'));
  const [tree, setTree] = useState<ConditionGroup>(() => toTree(filter.where));
  const draft = filterOf(games, tree);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(draft);
  };
  const clear = () => {
    setGames(DEFAULT_QUESTION.filter);
    setTree(toTree(undefined));
  };
  return (
    <form className={classes.form} onSubmit={apply}>
      <GameFields filter={games} options={options} onChange={setGames} />
      <h3 className={classes.heading}>On the board</h3>
      <ConditionEditor tree={tree} book={book} onChange={setTree} />
      <div className={classes.foot}>
        <Button type="submit" size="sm">
          Apply
        </Button>
        <Button variant="default" size="sm" onClick={clear}>
          Clear all
        </Button>
        <DraftCount filter={draft} />
      </div>
    </form>
  );
}

function DraftCount({ filter }: { readonly filter: Filter }) {
  const [settled] = useDebouncedValue(filter, 350);
  const { data, error, isPlaceholderData } = useAnswer(completeQuestion({ filter: settled, by: 'total' }));
  const text = error
    ? countProblem(error)
    : data && !isPlaceholderData
      ? `${formatCount(data.baseline.n)} boards`
      : 'Counting…';
  return (
    <output className={classes.count} aria-label="Boards that this filter leaves">
      {text}
    </output>
  );
}

function countProblem(error: Error): string {
  const isRefused = error instanceof ApiProblem && error.code === 'invalid-request';
  return isRefused ? 'This cannot be asked yet' : 'Could not be counted';
}

function filterOf(games: Filter, tree: ConditionGroup): Filter {
  const where = toWhere(tree);
  return where === undefined ? games : { ...games, where };
}
