/**
 * To look at an account whose last sync is old begins a new one: the page says so to the server, once for each account and for as long as it
 * is open. It needs no token, because the server decides by itself whether anything is due.
 */
import { useQueries } from '@tanstack/react-query';

import type { LolAccount } from '#/contract/lol-accounts.ts';

import { useServices } from '../../../lib/services.ts';

export function useVisitStale(accounts: readonly LolAccount[]): void {
  const { api } = useServices();
  useQueries({
    queries: accounts
      .filter(({ isStale, state }) => isStale && state === 'completed')
      .map(({ id }) => ({
        queryKey: ['lol', 'account-visit', id],
        queryFn: () => api.get('/api/lol/accounts/{id}', { parameters: { id } }),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
      })),
  });
}
