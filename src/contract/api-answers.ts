/** What each path of the API answers to a GET. The web page's client is typed by this table; a test holds it against the OpenAPI document. */
import type { Static } from 'typebox';
import { SystemStatus } from './status.ts';

export const API_ANSWERS = {
  '/api/status': SystemStatus,
} as const;

export type ApiAnswers = { readonly [Path in keyof typeof API_ANSWERS]: Static<(typeof API_ANSWERS)[Path]> };
