/** What the operations pages ask for, and how often: what changes by the second every few seconds, what grows over days every minute. */
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useServices } from '../../lib/services.ts';
import { ADMIN_KEY, useAdminRead } from './admin-read-hook.ts';
import type { Period, QuarantineSource } from './operations-search.ts';

const QUICK_MS = 5_000;
/** The server takes a sample each half minute. */
const SAMPLE_MS = 30_000;
const SLOW_MS = 60_000;
const STEADY_MS = 15_000;
const QUARANTINE_ROWS = 200;

export function useOperationHistory(hours: Period) {
  const { api } = useServices();
  const query = `hours=${hours}`;
  return useAdminRead({
    key: ['history', query],
    read: (call) => api.get('/api/admin/operations/history', { ...call, query }),
    againMs: SAMPLE_MS,
    keepsOld: true,
  });
}

export function useBudgets() {
  const { api } = useServices();
  return useAdminRead({
    key: ['budgets'],
    read: (call) => api.get('/api/admin/operations/budgets', call),
    againMs: QUICK_MS,
  });
}

/** Open to everybody, hence without the token. */
export function useQueues() {
  const { api } = useServices();
  return useQuery({
    queryKey: [ADMIN_KEY, 'queues'],
    queryFn: ({ signal }) => api.get('/api/jobs', { query: 'minutes=15&limit=0', signal }),
    refetchInterval: QUICK_MS,
  });
}

export function useStorage() {
  const { api } = useServices();
  return useAdminRead({
    key: ['storage'],
    read: (call) => api.get('/api/admin/operations/storage', call),
    againMs: SLOW_MS,
  });
}

export function useQuarantine(source: QuarantineSource | undefined) {
  const { api } = useServices();
  const query = `limit=${QUARANTINE_ROWS}${source === undefined ? '' : `&source=${source}`}`;
  return useAdminRead({
    key: ['quarantine', query],
    read: (call) => api.get('/api/admin/operations/quarantine', { ...call, query }),
    againMs: STEADY_MS,
    keepsOld: true,
  });
}

export interface BodyAddress {
  readonly source: string;
  readonly kind: string;
  readonly id: string;
}

/** Asked for once: a body does not change while it lies there. */
export function useQuarantinedBody({ source, kind, id }: BodyAddress) {
  const { api } = useServices();
  const parameters = { source, kind, id };
  return useAdminRead({
    key: ['quarantined', source, kind, id],
    read: (call) => api.get('/api/admin/operations/quarantine/{source}/{kind}/{id}', { ...call, parameters }),
  });
}

export function useDrills() {
  const { api } = useServices();
  return useAdminRead({
    key: ['drills'],
    read: (call) => api.get('/api/admin/operations/drills', call),
    againMs: SLOW_MS,
  });
}

export const ACTION_ROWS = 100;

export function useAdminActions(before: string | undefined) {
  const { api } = useServices();
  const query = `limit=${ACTION_ROWS}${before === undefined ? '' : `&before=${before}`}`;
  return useAdminRead({
    key: ['actions', query],
    read: (call) => api.get('/api/admin/actions', { ...call, query }),
    againMs: STEADY_MS,
    keepsOld: true,
  });
}

/** After a decision the list may be another one. */
export function useQuarantineRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [ADMIN_KEY, 'quarantine'] });
}
