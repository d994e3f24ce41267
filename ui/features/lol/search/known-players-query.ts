/** Players that are stored already, by how their name begins. Nobody upstream is asked. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useServices } from '../../../lib/services.ts';

const FRESH_MS = 15_000;
/** After a first start there is nobody for some seconds. */
const LOOK_AGAIN_MS = 5_000;

export function useKnownPlayers(begin: string, limit: number) {
  const { api } = useServices();
  const query = `query=${encodeURIComponent(begin)}&limit=${limit}`;
  return useQuery({
    queryKey: ['lol', 'players', query],
    queryFn: ({ signal }) => api.get('/api/lol/players', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => begin === '' && state.data?.players.length === 0 && LOOK_AGAIN_MS,
  });
}
