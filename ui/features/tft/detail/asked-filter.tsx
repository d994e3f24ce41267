/** Reads the filter of a page about one thing from its address; what cannot be read is told instead of the page. */
import type { ReactNode } from 'react';

import { completeQuestion } from '#/domain/tft/explore/partial-question.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { PageHeader } from '../../../components/page-header.tsx';
import { readQuestion } from '../explore/explorer-search.ts';
import { RefusedQuestion } from '../explore/refused-question.tsx';
import type { FlatSearch } from '../../../lib/flat-search.ts';

interface AskedFilterProps {
  readonly title: string;
  readonly search: FlatSearch;
  readonly children: (question: Question) => ReactNode;
}

export function AskedFilter({ title, search, children }: AskedFilterProps) {
  const asked = readQuestion(search);
  if (asked.type === 'ok') return children(completeQuestion({ filter: asked.question.filter }));
  return (
    <>
      <PageHeader title={title} />
      <RefusedQuestion faults={asked.faults} />
    </>
  );
}
