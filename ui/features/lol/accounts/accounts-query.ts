/**
 * The linked accounts: one place (the query cache), fed by the live feed, and by requests for as long as there is no feed.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';

import type { LolAccount, LolAccounts } from '#/contract/lol-accounts.ts';

import { useLiveState, useLiveTopic } from '../../../lib/live-hook.ts';
import { useServices } from '../../../lib/services.ts';

const KEY = ['lol', 'accounts'];
const POLL_MS = 3_000;

export function useAccounts() {
  const { api } = useServices();
  const queries = useQueryClient();
  const live = useLiveState();
  useLiveTopic('lol-accounts', (accounts) => {
    // An answer that the feed has overtaken would be old news.
    void queries.cancelQueries({ queryKey: KEY });
    queries.setQueryData<LolAccounts>(KEY, accounts);
  });
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get('/api/lol/accounts', { signal }),
    refetchInterval: live.phase === 'live' ? false : POLL_MS,
  });
  return {
    accounts: data?.accounts,
    error,
    retry: async (): Promise<void> => void (await refetch()),
  };
}

/** What a change has answered is shown at once; the feed follows. */
export function useAccountsMemory() {
  const queries = useQueryClient();
  const change = (make: (accounts: readonly LolAccount[]) => LolAccount[]) =>
    queries.setQueryData<LolAccounts>(KEY, (held) => held && { ...held, accounts: make(held.accounts) });
  return {
    put: (account: LolAccount) =>
      change((accounts) =>
        accounts.some(({ id }) => id === account.id)
          ? accounts.map((one) => (one.id === account.id ? account : one))
          : [...accounts, account],
      ),
    remove: (id: string) => change((accounts) => accounts.filter((one) => one.id !== id)),
  };
}
