/** `gamekeeper practice`: the practice world alone, for tests, benchmarks and other Gamekeepers on this machine. */
import { SETTINGS } from '#/settings.ts';
import { SHIPPED } from '#/runtime/places.ts';
import { startPracticeThread, type PracticeWorld } from '#/runtime/practice.ts';
import { nextStopSignal } from '#/runtime/shutdown.ts';
import { openDataDirectory, useOwnTemporaryFolder } from '#/app/data-directory.ts';
import { createCommandLog, readOption, type CommandContext, type ExitCode } from './command.ts';

export async function practice(context: CommandContext): Promise<ExitCode> {
  const { config, output } = context;
  openDataDirectory(config.DATA_DIR);
  useOwnTemporaryFolder(config.DATA_DIR);
  const stopAsked = nextStopSignal();
  const world = await startPracticeThread({
    script: SHIPPED.practiceWorld,
    port: readOption(context, 'port', SETTINGS.PORT) ?? 4100,
    seed: readOption(context, 'seed', SETTINGS.PRACTICE_SEED) ?? config.PRACTICE_SEED,
    profile: readOption(context, 'profile', SETTINGS.PRACTICE_PROFILE) ?? config.PRACTICE_PROFILE,
    speed: readOption(context, 'speed', SETTINGS.PRACTICE_SPEED) ?? config.PRACTICE_SPEED,
    log: createCommandLog(config),
    onChange: () => undefined,
  });
  const { url, riotBaseUrl, staticBaseUrl, footballBaseUrl, clipSiteUrl, keys } = world;
  output.say(
    { event: 'ready', url, riotBaseUrl, staticBaseUrl, footballBaseUrl, clipSiteUrl, keys },
    inWords(world),
  );
  const exitCode = await stopAsked.promise;
  await world.stop();
  return exitCode;
}

function inWords({ url, riotBaseUrl, footballBaseUrl, clipSiteUrl, keys }: PracticeWorld): string {
  return [
    `The practice world is at ${url}. To let other Gamekeepers on this machine play in it, start each of them with:`,
    '',
    `  PRACTICE_URL=${url}`,
    '',
    'Where it has to look like the real upstreams, with these in its place:',
    '',
    `  RIOT_BASE_URL='${riotBaseUrl}'`,
    `  RIOT_TFT_API_KEY=${keys.tft}`,
    `  RIOT_LOL_API_KEY=${keys.lol}`,
    `  API_FOOTBALL_URL='${footballBaseUrl}'`,
    `  API_FOOTBALL_KEY=${keys.football}`,
    '  FOOTBALL_COMPETITIONS=all',
    `  CLIP_ALLOWED_ADDRESSES=${new URL(clipSiteUrl).host}`,
    '',
    `Its clips are at ${clipSiteUrl}; docs/clip-sites.md shows how a site is named.`,
    '',
  ].join('\n');
}
