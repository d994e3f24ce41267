/** To the page of a unit, an item or a trait, with the filter that is set. */
import { useNavigate } from '@tanstack/react-router';

import type { Question } from '#/domain/tft/explore/question.ts';

import type { EntityKind } from '../names/name-book.ts';
import { searchForFilter } from './explorer-search.ts';

const PAGES = { unit: '/tft/units/$id', item: '/tft/items/$id', trait: '/tft/traits/$id' } as const;

export function useOpenEntity(question: Question): (kind: EntityKind, id: string) => void {
  const navigate = useNavigate();
  return (kind, id) => void navigate({ to: PAGES[kind], params: { id }, search: searchForFilter(question) });
}
