/** Reasons of failed downloads, from the status, the guard or the output of yt-dlp. */
import type { ClipReason } from '#/domain/football/clip-state.ts';
import type { Guard } from '#/runtime/guard/guard.ts';

export interface DownloadFailure {
  readonly reason: ClipReason;
  readonly words: string;
  readonly isWorthRetrying: boolean;
}

/** Reasons that may not apply the next time. */
const TRANSIENT: ReadonlySet<ClipReason> = new Set([
  'rate-limited',
  'too-slow',
  'unreachable',
  'tool-failed',
]);

export function failure(reason: ClipReason, words: string): DownloadFailure {
  return { reason, words: words.slice(0, 500), isWorthRetrying: TRANSIENT.has(reason) };
}

/** The guard's reason is more precise than the client's: a refusal looks like any 403, a spent budget like a broken connection. */
export function failureOfGuard(guard: Guard, refusalsBefore: number): DownloadFailure | null {
  const spent = guard.spent();
  if (spent === 'bytes')
    return failure('too-big', `more than ${guard.bytesUsed()} bytes came; it was cut off`);
  if (spent === 'time') return failure('too-slow', 'it took longer than a download may; it was cut off');
  const refusal = guard.refusals()[refusalsBefore];
  return refusal === undefined
    ? null
    : failure('address-refused', `${refusal.target} was not asked: ${refusal.words}`);
}

const GEO_WORDS = /\bgeo|(your|this|the) (country|region|location)|not available in/i;

/** `body`: its beginning. */
export function failureOfStatus(status: number, body: string): DownloadFailure {
  const words = `it answered ${status}`;
  if (status === 404 || status === 410) return failure('gone', words);
  if (status === 451) return failure('geo-blocked', words);
  if (status === 401 || status === 407) return failure('login-needed', words);
  if (status === 403) return failure(GEO_WORDS.test(body) ? 'geo-blocked' : 'forbidden', words);
  if (status === 429) return failure('rate-limited', words);
  if (status === 413) return failure('too-big', words);
  if (status >= 500 || status === 408) return failure('unreachable', words);
  return failure('gone', words);
}

/** The first match is the most precise. */
const YT_DLP_WORDS: readonly (readonly [RegExp, ClipReason])[] = [
  [/file:\/\/ URLs are/i, 'bad-address'],
  [/HTTP Error 429|rate.?limit|too many requests/i, 'rate-limited'],
  [
    /\bgeo.?(block|restrict)|available (in|from) your (country|region|location)|HTTP Error 451/i,
    'geo-blocked',
  ],
  [
    /log ?in|sign ?in|--cookies|authenticat|HTTP Error 401|private (video|account)|only available for registered/i,
    'login-needed',
  ],
  [
    /HTTP Error (404|410)|not found|deleted|removed|no longer (available|exists)|(video|post|tweet|media|content) is unavailable/i,
    'gone',
  ],
  [
    /Unsupported URL|no (suitable )?(video|format|media)|not a (valid|video)|is not a valid URL|Requested format/i,
    'not-video',
  ],
  [/HTTP Error 403|forbidden/i, 'forbidden'],
  [/larger than max-filesize/i, 'too-big'],
  [
    /timed? ?out|connection|resolve|getaddrinfo|network|HTTP Error 5\d\d|IncompleteRead|Unable to download/i,
    'unreachable',
  ],
];

export function failureOfYtDlp(output: string): DownloadFailure {
  const words =
    output.split('\n').findLast((line) => line.includes('ERROR')) ?? output.split('\n').at(-1) ?? '';
  const reason = YT_DLP_WORDS.find(([pattern]) => pattern.test(output))?.[1] ?? 'tool-failed';
  return failure(reason, `yt-dlp: ${words.replace(/^.*?ERROR:\s*/, '').slice(0, 300) || 'said nothing'}`);
}
