/** What keeps goals from getting clips: sites and tools that are not well, in sentences that say what to do. Pure. */
import type { FootballDay } from '#/contract/football.ts';

type Site = FootballDay['sites'][number];
type Tool = FootballDay['tools'][number];

export interface HealthNote {
  readonly key: string;
  readonly what: string;
  readonly words: string;
}

export function healthNotes(
  { sites, tools, isOn }: Pick<FootballDay, 'sites' | 'tools' | 'isOn'>,
  now = new Date(),
): HealthNote[] {
  // Where nothing is followed, nothing is searched either: one reason is enough.
  if (!isOn) return [];
  const noSite: HealthNote = {
    key: 'no site',
    what: 'Clip sites',
    words: 'None is set up, so goals are followed and no clips are looked for.',
  };
  return [
    ...(sites.length === 0 ? [noSite] : sites.flatMap((site) => siteNote(site, now))),
    ...tools.flatMap((tool) => toolNote(tool)),
  ];
}

function siteNote(site: Site, now: Date): HealthNote[] {
  const words = siteWords(site.state);
  if (words === null) return expiryNote(site, now);
  return [{ key: `site ${site.name}`, what: site.name, words: withDetail(words, site.detail) }];
}

const DAY_MS = 86_400_000;

function expiryNote({ name, loginExpiresAt }: Site, now: Date): HealthNote[] {
  if (loginExpiresAt === null) return [];
  const days = Math.floor((Date.parse(loginExpiresAt) - now.getTime()) / DAY_MS);
  if (days >= 7) return [];
  const when =
    days < 0
      ? 'has expired'
      : days === 0
        ? 'expires today'
        : `expires in ${days} ${days === 1 ? 'day' : 'days'}`;
  return [
    { key: `login ${name}`, what: name, words: `The login ${when}. Renew it with: gamekeeper login ${name}` },
  ];
}

function siteWords(state: Site['state']): string | null {
  switch (state) {
    case 'login-expired':
      return 'The login has expired. Searches there resume after a new login.';
    case 'unreachable':
      return 'The site does not answer. The next search tries again.';
    case 'captcha':
      return 'The site asks for a captcha or refuses automated requests.';
    case 'rate-limited':
      return 'The site limits the number of searches.';
    case 'layout-changed':
      return 'Layout changed: the page of the site can no longer be read.';
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
