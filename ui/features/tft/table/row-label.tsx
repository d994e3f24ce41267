/** What a row is about: pictures, name, and the way to its page. Rows without a page lead to the units on their boards. */
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

import type { TftRow } from '#/contract/tft-explore.ts';
import type { EntityRef } from '#/domain/tft/explore/breakdown.ts';
import { subjectIcons, type RowSubject } from '#/domain/tft/explore/breakdowns.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { keyedList } from '../../../lib/keyed-list.ts';
import { searchFor, searchForFilter } from '../explore/explorer-search.ts';
import { GameIcon } from '../names/game-icon.tsx';
import type { NameBook } from '../names/name-book.ts';
import classes from './row-label.module.css';
import { unitsOf } from './row-steps.ts';

/** Of rows with several icons, in pixels. */
const ICON_SIZES: Readonly<Record<string, number>> = { build: 22, composition: 24 };

interface RowLabelProps {
  readonly row: TftRow;
  readonly question: Question;
  readonly book: NameBook;
  /** -1 for all rows but the one that the tab key reaches; arrows reach the others. */
  readonly tabIndex: number;
  readonly ref?: Ref<HTMLAnchorElement>;
}

export function RowLabel({ row, question, book, tabIndex, ref }: RowLabelProps) {
  const { subject } = row;
  const isStacked = subject.kind === 'build' || subject.kind === 'composition';
  const common = {
    className: classes.link,
    'data-stacked': isStacked,
    'data-row': row.key,
    tabIndex,
    ref,
  } as const;
  const search = searchForFilter(question);
  const content = (
    <>
      <SubjectIcons subject={subject} book={book} />
      <span className={classes.name}>{row.label}</span>
    </>
  );
  if (subject.kind === 'unit')
    return (
      <Link {...common} to="/tft/units/$id" params={{ id: subject.unit }} search={search}>
        {content}
      </Link>
    );
  if (subject.kind === 'item')
    return (
      <Link {...common} to="/tft/items/$id" params={{ id: subject.item }} search={search}>
        {content}
      </Link>
    );
  if (subject.kind === 'trait')
    return (
      <Link {...common} to="/tft/traits/$id" params={{ id: subject.trait }} search={search}>
        {content}
      </Link>
    );
  if (subject.kind === 'composition')
    return (
      <Link {...common} to="/tft/compositions/$key" params={{ key: row.key }} search={search}>
        {content}
      </Link>
    );
  const units = unitsOf(question, row) ?? { ...question, by: 'unit' as const, page: 0 };
  return (
    <Link {...common} to="/tft" search={searchFor(units)}>
      {content}
    </Link>
  );
}

function SubjectIcons({ subject, book }: { readonly subject: RowSubject; readonly book: NameBook }) {
  const icons = subjectIcons(subject);
  const [only] = icons;
  const size = ICON_SIZES[subject.kind];
  if (size === undefined) return only === undefined ? null : <GameIcon {...pictureOf(book, only)} />;
  return (
    <Icons>
      {keyedList(icons.map(({ id }) => id)).map(({ key }, at) => {
        const icon = icons[at];
        return icon === undefined ? null : <GameIcon key={key} {...pictureOf(book, icon)} size={size} />;
      })}
    </Icons>
  );
}

function Icons({ children }: { readonly children: ReactNode }) {
  return <span className={classes.icons}>{children}</span>;
}

function pictureOf(book: NameBook, { kind, id }: EntityRef) {
  if (kind === 'unit') return book.unit(id);
  const { name, icon } = book[kind](id);
  return { name, icon };
}
