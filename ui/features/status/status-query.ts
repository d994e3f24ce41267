/**
 * The system's status, kept in one place (the query cache) and fed from two: the live feed, and requests when
 * there is no feed. `useStatusFeed` runs once, at the root; everything else only reads with `useStatus`.
 */
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { useState } from 'react';

import type { SystemStatus } from '#/contract/status.ts';

import { useLiveState, useLiveTopic } from '../../lib/live-hook.ts';
import { useServices } from '../../lib/services.ts';
import { describeConnection, isFedLive, type Connection } from './describe-connection.ts';

const POLL_MS = 5_000;
const KEY = ['status'];

interface HeldStatus {
  readonly status: SystemStatus;
  readonly via: 'live' | 'request';
}

/** Keeps the status fresh for as long as the page is open. */
export function useStatusFeed(): void {
  const { clock } = useServices();
  const queries = useQueryClient();
  const live = useLiveState();
  useLiveTopic('status', (status) => {
    clock.setServerNow(Date.parse(status.now));
    queries.setQueryData<HeldStatus>(KEY, { status, via: 'live' });
  });
  useQuery({
    ...useStatusOptions(),
    refetchInterval: ({ state }) =>
      isFedLive(live, { via: state.data?.via, updatedAt: state.dataUpdatedAt }) ? false : POLL_MS,
  });
}

export function useStatus() {
  const query = useQuery(useStatusOptions());
  return {
    status: query.data?.status,
    error: useLastError(query.error),
    retry: async (): Promise<void> => void (await query.refetch()),
  };
}

export function useConnection(): Connection {
  const live = useLiveState();
  const { data, dataUpdatedAt, isError, failureCount } = useQuery(useStatusOptions());
  return describeConnection(live, {
    updatedAt: dataUpdatedAt,
    via: data?.via,
    isFailing: isError || failureCount > 0,
  });
}

/** A query without data forgets its error with each new try; the page would flicker between error and skeleton. */
function useLastError(error: Error | null): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? last;
}

function useStatusOptions() {
  const { api, clock } = useServices();
  const queries = useQueryClient();
  return queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const updatesWhenAsked = queries.getQueryState(KEY)?.dataUpdateCount;
      const status = await api.get('/api/status', { signal });
      clock.setServerNow(Date.parse(status.now));
      return keepNewer(queries, updatesWhenAsked, { status, via: 'request' });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** An answer that was overtaken by the feed while under way is old news. */
function keepNewer(
  queries: QueryClient,
  updatesWhenAsked: number | undefined,
  fresh: HeldStatus,
): HeldStatus {
  const held = queries.getQueryState<HeldStatus>(KEY);
  return held?.data && held.dataUpdateCount !== updatesWhenAsked ? held.data : fresh;
}
