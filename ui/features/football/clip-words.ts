/** Clips in words: why one was not kept, what its file is, and what can be said for it. Pure. */
import type { FootballClip } from '#/contract/football.ts';
import type { ClipReason } from '#/domain/football/clip-state.ts';

import { formatBytes, formatCount } from '../../lib/format.ts';

const REASON_WORDS = {
  irrelevant: 'does not speak of this goal',
  'too-old': 'posted before the goal',
  'bad-address': 'its address cannot be used',
  'address-refused': 'its address leads where nobody may go',
  gone: 'gone from its site',
  forbidden: 'its site refuses it',
  'geo-blocked': 'not shown in this country',
  'login-needed': 'needs a login',
  'rate-limited': 'its site asks for patience',
  'too-big': 'too large',
  'too-slow': 'took too long',
  unreachable: 'its site does not answer',
  'not-video': 'not a video',
  'bad-media': 'a video that cannot be trusted',
  'too-short': 'too short',
  'too-long': 'too long',
  'bad-picture': 'too small or of a strange shape',
  'no-tool': 'a tool is missing here',
  'tool-failed': 'a tool failed',
  'same-bytes': 'the same file again',
  'same-picture': 'shows the same',
  'better-copy': 'a better copy was found',
  'other-goal': 'shows another goal',
  'goal-removed': 'the goal was taken back',
  'deleted-by-hand': 'deleted by hand',
  expired: 'kept long enough',
} as const satisfies Record<ClipReason, string>;

export function reasonWords(code: ClipReason): string {
  return REASON_WORDS[code];
}

type Reasoned = Pick<FootballClip, 'reason' | 'reasonCode'>;

/**
 * What the server said about it, or what its code means; nothing where it said neither. Where it speaks of another clip by its id, people are
 * told whose that is.
 */
export function whyWords({ reason, reasonCode }: Reasoned, clips: readonly FootballClip[]): string | null {
  if (reason === null || reason === '') return reasonCode === null ? null : reasonWords(reasonCode);
  return clips.reduce(
    (words, clip) => words.replaceAll(clip.id, () => `that of ${sourceWords(clip)}`),
    reason,
  );
}

export interface SortedClips {
  readonly archived: readonly FootballClip[];
  readonly onTheWay: readonly FootballClip[];
  readonly dropped: readonly FootballClip[];
}

/** What can be watched, what may come to that, and what will not. The order inside is the server's: best first. */
export function sortClips(clips: readonly FootballClip[]): SortedClips {
  const { archived = [], onTheWay = [], dropped = [] } = Object.groupBy(clips, placeOf);
  return { archived, onTheWay, dropped };
}

function placeOf({ state, videoUrl }: FootballClip): keyof SortedClips {
  if (state === 'kept') return videoUrl === null ? 'onTheWay' : 'archived';
  return state === 'found' || state === 'downloaded' ? 'onTheWay' : 'dropped';
}

/** `8.2 s · 640 × 360 · 812 kB · no sound` */
export function mediaWords(media: NonNullable<FootballClip['media']>): string {
  const { seconds, width, height, bytes, hasAudio } = media;
  const parts = [`${Number(seconds.toFixed(1))} s`, `${width} × ${height}`, formatBytes(bytes)];
  return [...parts, ...(hasAudio ? [] : ['no sound'])].join(' · ');
}

type Standing = Pick<FootballClip, 'copies' | 'sightings' | 'relevance' | 'containsClips'>;

/** What speaks for it besides its file: `best of 4 copies · in 3 searches · words fit 80 %`. */
export function standingWords({ copies, sightings, relevance, containsClips }: Standing): string {
  const parts = [copies > 1 ? `best of ${formatCount(copies)} copies` : 'the only copy'];
  if (sightings > 1) parts.push(`in ${formatCount(sightings)} searches`);
  parts.push(`words fit ${Math.round(relevance * 100)} %`);
  const others = containsClips.length;
  if (others > 0) parts.push(`contains ${formatCount(others)} other ${others === 1 ? 'clip' : 'clips'}`);
  return parts.join(' · ');
}

/** Who posted it and where, as a name for a link: `north_stand on terrace`. */
export function sourceWords({ author, site }: Pick<FootballClip, 'author' | 'site'>): string {
  return author === null || author.trim() === '' ? `Post on ${site}` : `${author} on ${site}`;
}
