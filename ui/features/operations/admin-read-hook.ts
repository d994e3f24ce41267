/**
 * Reading what only the admin may see. Nothing is asked for while nobody is signed in; a token that the server refuses (somebody made a new
 * one) is given up, so that the page asks for it. The token is no part of the key under which an answer is kept.
 */
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { ApiProblem } from '../../lib/api-problem.ts';
import { useAdmin } from '../admin/admin-context.ts';

export const ADMIN_KEY = 'operations';

interface AdminCall {
  readonly token: string;
  readonly signal: AbortSignal;
}

interface AdminReadOptions<Answer> {
  readonly key: readonly string[];
  readonly read: (call: AdminCall) => Promise<Answer>;
  /** While somebody looks; left out: only when asked. */
  readonly againMs?: number;
  /** Whether the answer to another question may stand there while a new one is under way. */
  readonly keepsOld?: boolean;
}

export interface AdminRead<Answer> {
  readonly data: Answer | undefined;
  /** With `data`: why it could not be refreshed. */
  readonly error: Error | null;
  /** Whether `data` answers an older question. */
  readonly isOld: boolean;
  readonly retry: () => Promise<void>;
}

export function useAdminRead<Answer>(options: AdminReadOptions<Answer>): AdminRead<Answer> {
  const { key, read, againMs = false, keepsOld = false } = options;
  const { token, signOut } = useAdmin();
  const query = useQuery({
    queryKey: [ADMIN_KEY, ...key],
    queryFn: token === null ? skipToken : ({ signal }) => read({ token, signal }),
    refetchInterval: againMs,
    ...(keepsOld ? { placeholderData: keepPreviousData } : {}),
  });
  const { data, isPlaceholderData, refetch } = query;
  const error = useErrorUntilAnswer(query.error, data !== undefined);
  const isRefused = error instanceof ApiProblem && error.code === 'unauthenticated';
  useEffect(() => {
    if (isRefused) signOut();
  }, [isRefused, signOut]);
  return { data, error, isOld: isPlaceholderData, retry: async () => void (await refetch()) };
}

/** A query without an answer forgets its error with each new try; the page would flicker between error and skeleton. */
function useErrorUntilAnswer(error: Error | null, isAnswered: boolean): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  return isAnswered ? error : (error ?? last);
}
