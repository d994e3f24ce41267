/** Checks what clips need: external programs, valid sites, and the object store. */
import { findTools, isFootballOn, loginFolderOf, readChosenSites } from '#/app/open-football.ts';
import { openObjects } from '#/app/open-objects.ts';
import { describeExpiry, EXPIRES_SOON_MS, readLoginHealth } from '#/football/sites/login-state.ts';
import { SHIPPED_SITES } from '#/football/sites/shipped-sites.ts';
import type { SiteDefinition } from '#/football/sites/site-definition.ts';
import { describeTools } from '#/football/media/tools.ts';
import { ok, type CheckContext, type Finding } from './finding.ts';

/** Without these there are no clips; without the others, fewer. */
const NEEDED: ReadonlySet<string> = new Set(['ffmpeg', 'ffprobe']);

export async function checkClips({ config }: CheckContext): Promise<Finding[]> {
  if (!isFootballOn(config)) return [ok('clips', 'off: football has neither a key nor the practice world')];
  return [...(await checkTools(config)), ...(await checkSites(config)), await checkObjects(config)];
}

async function checkTools(config: CheckContext['config']): Promise<Finding[]> {
  return describeTools(await findTools(config)).map(({ name, found, detail }) =>
    found || !NEEDED.has(name)
      ? ok(name, found ? detail : `not found. ${detail}`)
      : { check: name, level: 'warning', message: 'not found, so there are no clips', hint: detail },
  );
}

async function checkSites(config: CheckContext['config']): Promise<Finding[]> {
  const check = 'clip sites';
  const offered = SHIPPED_SITES.map(({ name, title }) => `${name} (${title})`).join(', ');
  try {
    const sites = await readChosenSites(config);
    if (sites.length === 0)
      return [ok(check, `none switched on; CLIP_SITES can name: ${offered}. The practice world has its own`)];
    return await Promise.all(sites.map((site) => checkSite(config, site)));
  } catch (error) {
    return [
      { check, level: 'error', message: wordsOf(error), hint: 'docs/clip-sites.md describes the sites.' },
    ];
  }
}

async function checkSite(config: CheckContext['config'], site: SiteDefinition): Promise<Finding> {
  const check = `clip site ${site.name}`;
  const shipped = SHIPPED_SITES.find(({ name }) => name === site.name.replace(/-\d+$/, ''));
  const pace =
    site.perMinute === undefined ? 'no limit of ours' : `at most ${site.perMinute} searches a minute`;
  const terms =
    shipped === undefined
      ? ''
      : `; terms as reported on ${shipped.termsReportedOn}: ${shipped.terms} (read them yourself)`;
  const health = await readLoginHealth(loginFolderOf(config), site);
  const hint = `gamekeeper login ${site.name}`;
  if (health.state === 'missing')
    return { check, level: 'warning', message: 'no login is stored, and it needs one', hint };
  if (health.state === 'unusable') return { check, level: 'error', message: health.words, hint };
  if (health.state === 'not-needed') return ok(check, `${pace}${terms}`);
  const now = new Date();
  const words = `login for ${site.name} ${describeExpiry(health.expiresAt, now)}`;
  const isSoon = health.expiresAt !== null && health.expiresAt.getTime() - now.getTime() < EXPIRES_SOON_MS;
  return isSoon ? { check, level: 'warning', message: words, hint } : ok(check, `${words}; ${pace}${terms}`);
}

async function checkObjects(config: CheckContext['config']): Promise<Finding> {
  const check = 'objects';
  try {
    const objects = await openObjects(config);
    try {
      return ok(check, await objects.check());
    } finally {
      objects.close();
    }
  } catch (error) {
    const hint = 'Check the S3_ settings, or unset S3_ENDPOINT to keep clips in the data directory.';
    return { check, level: 'error', message: wordsOf(error), hint };
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
