/** Tracked players and groups, asked for again and again while somebody looks: they change with every round of the schedule. */
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useServices } from '../../../lib/services.ts';

const AGAIN_MS = 5_000;
const KEY = ['lol', 'tracking'];

export function useTracked() {
  const { api } = useServices();
  return useQuery({
    queryKey: [...KEY, 'tracked'],
    queryFn: ({ signal }) => api.get('/api/lol/tracked', { signal }),
    refetchInterval: AGAIN_MS,
  });
}

export function useGroups() {
  const { api } = useServices();
  return useQuery({
    queryKey: [...KEY, 'groups'],
    queryFn: ({ signal }) => api.get('/api/lol/groups', { signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** After a change: both are asked for at once. */
export function useTrackingRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: KEY });
}
