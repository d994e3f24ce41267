/** What keeps goals from getting clips: sites and tools that are not well, in sentences that say what to do. Pure. */
import type { FootballDay } from '#/contract/football.ts';

type Site = FootballDay['sites'][number];
type Tool = FootballDay['tools'][number];

export interface HealthNote {
  readonly key: string;
  readonly what: string;
  readonly words: string;
}

export function healthNotes({
  sites,
  tools,
  isOn,
}: Pick<FootballDay, 'sites' | 'tools' | 'isOn'>): HealthNote[] {
  // Where nothing is followed, nothing is searched either: one reason is enough.
  if (!isOn) return [];
  const noSite: HealthNote = {
    key: 'no site',
    what: 'Clip sites',
    words: 'None is set up, so goals are followed and no clips are looked for.',
  };
  return [
    ...(sites.length === 0 ? [noSite] : sites.flatMap((site) => siteNote(site))),
    ...tools.flatMap((tool) => toolNote(tool)),
  ];
}

function siteNote(site: Site): HealthNote[] {
  const words = siteWords(site.state);
  if (words === null) return [];
  return [{ key: `site ${site.name}`, what: site.name, words: withDetail(words, site.detail) }];
}

function siteWords(state: Site['state']): string | null {
  switch (state) {
    case 'login-expired':
      return 'The login has expired: nothing is found there until somebody signs in again.';
    case 'unreachable':
      return 'It does not answer. It is asked again with the next search.';
    case 'changed':
      return 'Its page is not what is known of it, so what it shows cannot be read.';
    case 'well':
    case 'unknown':
      return null;
  }
  return state satisfies never;
}

function toolNote({ name, found, detail }: Tool): HealthNote[] {
  return found ? [] : [{ key: `tool ${name}`, what: name, words: withDetail('It was not found.', detail) }];
}

function withDetail(words: string, detail: string | null): string {
  return detail === null || detail === '' ? words : `${words} ${detail}`;
}
