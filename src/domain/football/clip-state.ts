/**
 * What becomes of a video that a search found.
 *
 *   found ──► downloaded ──► kept ◄──► duplicate        kept: the best of its cluster, archived
 *     │           │            └────────┴──► deleted    (by hand, by retention)
 *     ├──► rejected (it is not what is wanted: words, length, not a video, another goal)
 *     └──► failed   (it could not be had: gone, login, geo, too big, timeout, …); can be run again by hand
 */
export const CLIP_STATES = [
  'found',
  'downloaded',
  'kept',
  'duplicate',
  'rejected',
  'failed',
  'deleted',
] as const;
export type ClipState = (typeof CLIP_STATES)[number];

/** Why a clip was not kept, for machines; the words beside it are for people. */
export const CLIP_REASONS = [
  'irrelevant',
  'too-old',
  'bad-address',
  'address-refused',
  'gone',
  'forbidden',
  'geo-blocked',
  'login-needed',
  'rate-limited',
  'too-big',
  'too-slow',
  'unreachable',
  'not-video',
  'bad-media',
  'too-short',
  'too-long',
  'bad-picture',
  'no-tool',
  'tool-failed',
  'same-bytes',
  'same-picture',
  'better-copy',
  'other-goal',
  'goal-removed',
  'deleted-by-hand',
  'expired',
] as const;
export type ClipReason = (typeof CLIP_REASONS)[number];

/** `search` stands in rows of versions that searched in one step, and is what a person asks for to search again. */
export const STEPS = [
  'search',
  'get-search',
  'execute-search',
  'save-search',
  'download',
  'deduplicate',
  'upload',
  'settle',
] as const;
export type Step = (typeof STEPS)[number];

/** What can be run again by hand. A search always begins with `get-search`. */
export const REPEATABLE_STEPS = ['search', 'download', 'deduplicate', 'upload', 'settle'] as const;
export type RepeatableStep = (typeof REPEATABLE_STEPS)[number];

export const STEP_OUTCOMES = ['done', 'skipped', 'failed', 'postponed', 'cut-off'] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];
