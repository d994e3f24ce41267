/** A square with initials for anything of a roster, so that a page has pictures without there being any. */
import { hashText } from '../randomness.ts';
import type { Roster } from './roster.ts';

export function iconFor(roster: Roster, id: string): { contentType: string; body: string } | undefined {
  const entry = [...roster.units, ...roster.items, ...roster.traits].find((candidate) => candidate.id === id);
  const name = entry?.name ?? (id.startsWith('Queue_') ? id : undefined);
  if (name === undefined) return undefined;
  const initials = name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 2);
  const hue = hashText(id) % 360;
  const body =
    `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">` +
    `<rect width="48" height="48" rx="8" fill="hsl(${hue} 45% 32%)"/>` +
    `<text x="24" y="31" font-family="sans-serif" font-size="20" fill="#fff" text-anchor="middle">${initials}</text></svg>`;
  return { contentType: 'image/svg+xml', body };
}
