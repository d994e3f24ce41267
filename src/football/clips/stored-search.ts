/** A query and the answers to it as they are kept between the steps of a search: JSON, with dates in ISO 8601. */
import type { ClipQuery } from '../sites/clip-site.ts';
import type { SiteAnswer } from './search-sites.ts';

/** `until` is set when the sites are asked. */
export type StoredQuery = Omit<ClipQuery, 'until'>;

export function packQuery(query: StoredQuery): string {
  return JSON.stringify(query);
}

export function unpackQuery(text: string): StoredQuery {
  const query = JSON.parse(text) as Omit<StoredQuery, 'since'> & { readonly since: string };
  return { ...query, since: new Date(query.since) };
}

export function packAnswers(answers: readonly SiteAnswer[]): string {
  return JSON.stringify(answers);
}

export function unpackAnswers(text: string): SiteAnswer[] {
  return JSON.parse(text, (key, value: unknown) =>
    key === 'postedAt' && typeof value === 'string' ? new Date(value) : value,
  ) as SiteAnswer[];
}
