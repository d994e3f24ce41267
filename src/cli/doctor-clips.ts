/** What clips need: programs of others, sites that can be understood, and a place to keep videos. */
import { findTools, isFootballOn, readChosenSites } from '#/app/open-football.ts';
import { openObjects } from '#/app/open-objects.ts';
import { describeTools } from '#/sources/media/tools.ts';
import { ok, type CheckContext, type Finding } from './finding.ts';

/** Without these there are no clips; without the others, some. */
const NEEDED: ReadonlySet<string> = new Set(['ffmpeg', 'ffprobe']);

export async function checkClips({ config }: CheckContext): Promise<Finding[]> {
  if (!isFootballOn(config)) return [ok('clips', 'off: football has neither a key nor the practice world')];
  return [...(await checkTools(config)), await checkSites(config), await checkObjects(config)];
}

async function checkTools(config: CheckContext['config']): Promise<Finding[]> {
  return describeTools(await findTools(config)).map(({ name, found, detail }) =>
    found || !NEEDED.has(name)
      ? ok(name, found ? detail : `not there. ${detail}`)
      : { check: name, level: 'warning', message: 'not there, so there will be no clips', hint: detail },
  );
}

async function checkSites(config: CheckContext['config']): Promise<Finding> {
  const check = 'clip sites';
  try {
    const sites = await readChosenSites(config);
    if (sites !== null) return ok(check, sites.map(({ name }) => name).join(', '));
    return ok(check, 'none chosen (CLIP_SITES_FILE); the practice world has its own');
  } catch (error) {
    return { check, level: 'error', message: wordsOf(error), hint: 'docs/clip-sites.md describes the file.' };
  }
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
