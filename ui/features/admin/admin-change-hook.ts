/**
 * A change that needs the admin: asks for the token where there is none, sends it, and gives a token up that the server refuses (somebody
 * made a new one), so that the next try asks for it.
 */
import { useMutation } from '@tanstack/react-query';

import type { ApiChange, ApiChangeAnswer } from '#/contract/api-changes.ts';

import type { ChangeOptions } from '../../lib/api-client.ts';
import { ApiProblem } from '../../lib/api-problem.ts';
import { useServices } from '../../lib/services.ts';
import { useAdmin } from './admin-context.ts';

export interface AdminChange<Change extends ApiChange> {
  readonly run: (options: ChangeOptions<Change>) => void;
  readonly isRunning: boolean;
  readonly error: Error | null;
  /** Of the last change that was made. */
  readonly answer: ApiChangeAnswer<Change> | undefined;
  /** Forgets how the last one ended. */
  readonly reset: () => void;
}

export function useAdminChange<Change extends ApiChange>(
  change: Change,
  onDone: (answer: ApiChangeAnswer<Change>) => void,
): AdminChange<Change> {
  const { api } = useServices();
  const { withToken, signOut } = useAdmin();
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: ({ options, token }: { options: ChangeOptions<Change>; token: string }) =>
      api.change(change, { ...options, token }),
    networkMode: 'always',
    onSuccess: (answer) => onDone(answer),
    onError: (failure) => {
      if (failure instanceof ApiProblem && failure.code === 'unauthenticated') signOut();
    },
  });
  return {
    run: (options) => withToken((token) => mutate({ options, token })),
    isRunning: isPending,
    error,
    answer: data,
    reset,
  };
}
