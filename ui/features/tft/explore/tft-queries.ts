/** What the TFT pages ask the API for. Answers stay on the page while newer ones are on their way: nothing flickers, nothing jumps. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { printQuestion } from '#/domain/tft/explore/question-text.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { useServices } from '../../../lib/services.ts';
import { createNameBook, NO_NAMES, type NameBook } from '../names/name-book.ts';

const FRESH_MS = 20_000;
const AGAIN_MS = 30_000;
const NAMES_FRESH_MS = 600_000;
/** Longer than the server lets a question run, so that its own advice arrives. */
const PATIENCE_MS = 30_000;

export function useAnswer(question: Question, isWanted = true) {
  const { api } = useServices();
  const text = printQuestion(question);
  return useQuery({
    queryKey: ['tft', 'explore', text],
    queryFn: ({ signal }) => api.get('/api/tft/explore', { query: text, signal, timeoutMs: PATIENCE_MS }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: AGAIN_MS,
  });
}

export function useGames(question: Question, row: string, limit: number) {
  const { api } = useServices();
  const query = [printQuestion(question), `row=${encodeURIComponent(row)}`, `limit=${limit}`]
    .filter((part) => part !== '')
    .join('&');
  return useQuery({
    queryKey: ['tft', 'games', query],
    queryFn: ({ signal }) => api.get('/api/tft/explore/games', { query, signal, timeoutMs: PATIENCE_MS }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

export function useMatch(id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: ['tft', 'match', id],
    queryFn: ({ signal }) => api.get('/api/tft/matches/{id}', { parameters: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What there is to choose from. Undefined until it is known; the page works without it. */
export function useOptions() {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ['tft', 'options'],
    queryFn: ({ signal }) => api.get('/api/tft/options', { signal }),
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  });
  return data;
}

/** Names are made of ids until the real ones are there. */
export function useNameBook(): NameBook {
  const { api } = useServices();
  const { data = NO_NAMES } = useQuery({
    queryKey: ['tft', 'names'],
    queryFn: ({ signal }) => api.get('/api/tft/names', { signal }),
    staleTime: NAMES_FRESH_MS,
    // While a new installation is still fetching its names, the list is empty: worth asking again soon.
    refetchInterval: ({ state }) => (state.data?.units.length === 0 ? AGAIN_MS : NAMES_FRESH_MS),
  });
  return useMemo(() => createNameBook(data), [data]);
}
