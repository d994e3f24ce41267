/** The address of one search: the places in braces, each filled with a value that is encoded for an address. */
import type { ClipQuery } from './clip-site.ts';

export function writeSearchUrl(template: string, { text, since, until }: ClipQuery): URL {
  const values: Readonly<Record<string, string>> = {
    query: text,
    since: since.toISOString(),
    until: until.toISOString(),
    sinceUnix: String(Math.floor(since.getTime() / 1000)),
    untilUnix: String(Math.ceil(until.getTime() / 1000)),
    sinceDay: since.toISOString().slice(0, 10),
    untilDay: until.toISOString().slice(0, 10),
  };
  const filled = template.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : encodeURIComponent(value);
  });
  return new URL(filled);
}
