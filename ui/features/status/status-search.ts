/** The status page's part of the address. Unknown values fall back instead of failing: addresses are typed and shared. */
export type JobFilter = 'all' | 'trouble';

export interface StatusSearch {
  readonly jobs?: JobFilter | undefined;
}

export function readStatusSearch(search: Record<string, unknown>): StatusSearch {
  return search['jobs'] === 'trouble' ? { jobs: 'trouble' } : {};
}
