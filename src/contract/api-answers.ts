/** What each path of the API answers to a GET. The web page's client is typed by this table; a test holds it against the OpenAPI document. */
import type { Static } from 'typebox';
import { SystemStatus } from './status.ts';
import { TftAnswer } from './tft-explore.ts';
import { TftPatches } from './tft-patches.ts';
import { TftGames, TftMatchView, TftNamesList, TftOptions } from './tft-reference.ts';

export const API_ANSWERS = {
  '/api/status': SystemStatus,
  '/api/tft/explore': TftAnswer,
  '/api/tft/explore/games': TftGames,
  '/api/tft/matches/{id}': TftMatchView,
  '/api/tft/names': TftNamesList,
  '/api/tft/options': TftOptions,
  '/api/tft/patches': TftPatches,
} as const;

export type ApiAnswers = { readonly [Path in keyof typeof API_ANSWERS]: Static<(typeof API_ANSWERS)[Path]> };
