/** Queues and log, asked for again every few seconds while somebody looks. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';

import { useServices } from '../../lib/services.ts';
import { toJobsQuery, type JobsSearch } from './jobs-search.ts';

const AGAIN_MS = 5_000;
const KEY = ['jobs'];

export function useJobs(search: JobsSearch) {
  const { api } = useServices();
  const query = toJobsQuery(search);
  return useQuery({
    queryKey: [...KEY, 'overview', query],
    queryFn: ({ signal }) => api.get('/api/jobs', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}

/** The names of all kinds: a question about one kind answers only that. */
export function useKindNames(): readonly string[] {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: [...KEY, 'kinds'],
    queryFn: ({ signal }) => api.get('/api/jobs', { query: 'limit=0', signal }),
    staleTime: 60_000,
  });
  return data?.kinds.map(({ kind }) => kind) ?? [];
}

export function useFailedJobs(kind: string | undefined) {
  const { api } = useServices();
  const query = `limit=100${kind === undefined ? '' : `&kind=${encodeURIComponent(kind)}`}`;
  return useQuery({
    queryKey: [...KEY, 'failed', query],
    queryFn: ({ signal }) => api.get('/api/jobs/failed', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}

export function useJobsRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: KEY });
}
