/** Everything that the routes of Teamfight Tactics are made of, from the stores and settings of this process. */
import { createAnswerCache } from '#/analytics/answer-cache.ts';
import { createQuestionGate } from '#/analytics/question-gate.ts';
import { createTftExplorer } from '#/analytics/tft/tft-explorer.ts';
import type { Config } from '#/config.ts';
import type { SealedAnswer } from '#/http/tft/sealed-answer.ts';
import type { TftAccess } from '#/http/tft/tft-access.ts';
import { placesBelow } from '#/runtime/places.ts';
import type { PracticeWorld } from '#/runtime/practice.ts';
import { loadTftCodes } from '#/tft/codes.ts';
import { createNamesReader } from '#/tft/names.ts';
import {
  createIconClient,
  createIconFiles,
  createKeptIcons,
  type IconClientOptions,
  MAX_ICON_BYTES,
} from '#/upstream/icons.ts';
import { usesPractice } from '#/upstream/sources.ts';
import type { App } from './context.ts';
import { explorerSettings, storeSettings } from './settings-of-parts.ts';
import { createTftMatchReader } from './tft-match-view.ts';

/** Pictures have the upstream's name in the place of its address: it may be another one after the next start. */
const ICON_BASES = { 'data-dragon': 'data-dragon', 'community-dragon': 'community-dragon' } as const;
const ANSWERS = { maxBytes: 64e6, maxEntries: 5_000, ttlMs: 60_000 };
const ICONS = { maxFiles: 5_000, maxBytes: 200e6 };
/** Greatest age of the data version while new matches arrive. */
const VERSION_MS = 5_000;

export function createTftAccess(
  app: Pick<App, 'config' | 'log' | 'shutdown' | 'database' | 'clickhouse' | 'practice'>,
): TftAccess {
  const { config, log, shutdown, database, clickhouse, practice } = app;
  const names = createNamesReader({
    database,
    iconBases: ICON_BASES,
    now: Date.now,
    onFailure: (error) => log.debug({ err: error }, 'names not read'),
  });
  const iconClient = createIconClient({ bases: iconBasesOf(config, practice), maxBytes: MAX_ICON_BYTES });
  shutdown.onStop('icons', () => iconClient.stop());
  return {
    explorer: createTftExplorer({
      clickhouse: clickhouse.reader,
      database,
      names,
      now: Date.now,
      versionMs: VERSION_MS,
      ...explorerSettings(config),
    }),
    cache: createAnswerCache<SealedAnswer>({ ...ANSWERS, now: Date.now }),
    // An answer takes a few statements, which the engine's readers share.
    gate: createQuestionGate({ atOnce: storeSettings(config).readers, maxWaiting: 30, maxWaitMs: 5_000 }),
    names,
    codes: () => loadTftCodes(database),
    readMatch: createTftMatchReader({ database, names }),
    icons: createKeptIcons({
      files: createIconFiles({ ...ICONS, directory: placesBelow(config.DATA_DIR).icons }),
      fetchIcon: (address) => iconClient.fetchIcon(address),
      now: Date.now,
      log,
    }),
  };
}

/** In a fleet, the practice world runs beside a worker: an API process alone has nobody to ask for invented pictures. */
function iconBasesOf(config: Config, practice: PracticeWorld | null): IconClientOptions['bases'] {
  if (practice !== null) {
    const { staticBaseUrl } = practice;
    return { 'data-dragon': `${staticBaseUrl}/ddragon`, 'community-dragon': `${staticBaseUrl}/cdragon` };
  }
  if (usesPractice(config)) return null;
  return { 'data-dragon': config.DDRAGON_URL, 'community-dragon': config.CDRAGON_URL };
}
