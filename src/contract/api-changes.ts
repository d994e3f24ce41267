/**
 * What the web page changes through the API: what each change takes and what it answers, by method and path. Null: nothing. Its client is
 * typed by this table as it is by `API_ANSWERS`; a test holds both against the OpenAPI document.
 */
import type { Static, TSchema } from 'typebox';
import {
  FootballIngestRequest,
  FootballIngestTaken,
  FootballStepRequest,
  FootballStepTaken,
} from './football.ts';
import { FailedJobAnswer } from './jobs.ts';
import { LolAccount, LolAccountRemoved, NewLolAccount } from './lol-accounts.ts';
import { LolCollection } from './lol-collection.ts';
import { LolReportWish, LolStoredReport } from './lol-reports.ts';
import {
  LolCollectTaken,
  LolCollectWish,
  LolGroup,
  LolGroupWish,
  LolTrackedPlayer,
  NewLolTrackedPlayer,
} from './lol-tracking.ts';
import { QuarantineAnswer } from './operations.ts';

export const API_CHANGES = {
  'POST /api/football/goals/{id}/steps': { body: FootballStepRequest, answer: FootballStepTaken },
  'POST /api/football/goals/{id}/hide': { body: null, answer: null },
  'POST /api/football/goals/{id}/restore': { body: null, answer: null },
  'DELETE /api/football/clips/{id}': { body: null, answer: null },
  'POST /api/football/ingest': { body: FootballIngestRequest, answer: FootballIngestTaken },
  'POST /api/lol/accounts': { body: NewLolAccount, answer: LolAccount },
  'POST /api/lol/accounts/{id}/sync': { body: null, answer: LolAccount },
  'DELETE /api/lol/accounts/{id}': { body: null, answer: LolAccountRemoved },
  'DELETE /api/lol/players/{gameName}/{tagLine}/collection': { body: null, answer: LolCollection },
  'POST /api/lol/tracked': { body: NewLolTrackedPlayer, answer: LolTrackedPlayer },
  'DELETE /api/lol/tracked/{puuid}': { body: null, answer: null },
  'POST /api/lol/tracked/{puuid}/collect': { body: LolCollectWish, answer: LolCollectTaken },
  'POST /api/lol/groups': { body: LolGroupWish, answer: LolGroup },
  'PUT /api/lol/groups/{id}': { body: LolGroupWish, answer: LolGroup },
  'DELETE /api/lol/groups/{id}': { body: null, answer: null },
  'POST /api/lol/reports': { body: LolReportWish, answer: LolStoredReport },
  'POST /api/admin/jobs/{id}/retry': { body: null, answer: FailedJobAnswer },
  'POST /api/admin/jobs/{id}/discard': { body: null, answer: FailedJobAnswer },
  'POST /api/admin/operations/quarantine/{source}/{kind}/{id}/revalidate': {
    body: null,
    answer: QuarantineAnswer,
  },
  'POST /api/admin/operations/quarantine/{source}/{kind}/{id}/refetch': {
    body: null,
    answer: QuarantineAnswer,
  },
} as const satisfies Record<string, { readonly body: TSchema | null; readonly answer: TSchema | null }>;

export type ApiChange = keyof typeof API_CHANGES;
type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : null;
export type ApiChangeBody<Change extends ApiChange> = StaticOf<(typeof API_CHANGES)[Change]['body']>;
export type ApiChangeAnswer<Change extends ApiChange> = StaticOf<(typeof API_CHANGES)[Change]['answer']>;
