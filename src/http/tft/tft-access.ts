/** What the routes of Teamfight Tactics are given: who answers questions, and where names, games and pictures come from. */
import type { AnswerCache } from '#/analytics/answer-cache.ts';
import type { QuestionGate } from '#/analytics/question-gate.ts';
import type { TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import type { TftCodeRow } from '#/domain/tft/stored-codes.ts';
import type { TftNames } from '#/domain/tft/static-names.ts';
import type { KeptIcons } from '#/upstream/icons.ts';
import type { FoundTftMatch } from './match-route.ts';
import type { SealedAnswer } from './sealed-answer.ts';

export interface TftAccess {
  readonly explorer: TftExplorer;
  readonly cache: AnswerCache<SealedAnswer>;
  readonly gate: QuestionGate;
  /** The address of a picture is that of its upstream by name, see `upstream/static-data/icon-client.ts`. */
  readonly names: () => Promise<TftNames>;
  /** Every id that was ever counted. */
  readonly codes: () => Promise<readonly TftCodeRow[]>;
  readonly readMatch: (id: string) => Promise<FoundTftMatch>;
  readonly icons: KeptIcons;
}
