/** What the API is asked about weekly reports. A report that was made does not change unless somebody makes it anew. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';

import type { LolStoredReport } from '#/contract/lol-reports.ts';

import { useServices } from '../../../lib/services.ts';
import { toReportsQuery, type ReportsSearch } from './reports-search.ts';

const AGAIN_MS = 30_000;

export function useReports(search: ReportsSearch) {
  const { api } = useServices();
  const query = toReportsQuery(search);
  return useQuery({
    queryKey: ['lol', 'reports', query],
    queryFn: ({ signal }) => api.get('/api/lol/reports', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}

export function useReport(id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: ['lol', 'report', id],
    queryFn: ({ signal }) => api.get('/api/lol/reports/{id}', { parameters: { id }, signal }),
  });
}

/** A report that was just made is shown without asking for it again; the list has it from then on. */
export function useReportMemory(): (made: LolStoredReport) => void {
  const queries = useQueryClient();
  return (made) => {
    queries.setQueryData(['lol', 'report', made.id], made);
    void queries.invalidateQueries({ queryKey: ['lol', 'reports'] });
  };
}
