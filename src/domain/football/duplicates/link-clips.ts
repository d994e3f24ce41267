/**
 * Every clip of a goal compared with every other one, and with those of the other goals. Posts that carry the very same bytes are
 * one file and are compared once.
 */
import type { Stretch } from './align-pictures.ts';
import type { ClipCopy, OtherGoalClip, PrintedClip } from './clip-copy.ts';
import type { Way } from './match-pictures.ts';
import { relateClips, type ClipRelation } from './relate-clips.ts';

/** One file of this goal, and what it has to do with others. */
export interface ClipFile {
  /** Who stands for it: a verified post before others, the first that was found before later ones. */
  readonly clip: ClipCopy;
  /** All posts of it, that one first. */
  readonly posts: readonly ClipCopy[];
  readonly links: Link<ClipFile>[];
  readonly foreign: Link<OtherGoalClip>[];
}

/** Seen from one of the two. */
export interface Link<Other> {
  readonly to: Other;
  /** All of this one can be seen in the other. */
  readonly isShown: boolean;
  /** All of the other can be seen in this one. */
  readonly shows: boolean;
  /** Where in this one. */
  readonly at: Stretch;
  readonly way: Way;
  readonly by: ClipRelation['by'];
  readonly share: number;
}

/** Seconds of one clip times seconds of the other, for some milliseconds of comparing. */
const WORK_PER_TURN = 2_000;

export function* linkClips(
  clips: readonly ClipCopy[],
  others: readonly OtherGoalClip[],
): Generator<void, readonly ClipFile[]> {
  const files = toFiles(clips);
  const strangers = others.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  let work = 0;
  for (const [index, file] of files.entries()) {
    for (const other of [...files.slice(index + 1), ...strangers]) {
      work += file.clip.seconds * ('links' in other ? other.clip.seconds : other.seconds);
      if (work > WORK_PER_TURN) {
        work = 0;
        yield;
      }
      if ('links' in other) link(file, other);
      else linkStranger(file, other);
    }
  }
  return files;
}

/** Sorted, so that the order in which clips were given decides nothing. */
function toFiles(clips: readonly ClipCopy[]): ClipFile[] {
  const sorted = clips.toSorted((a, b) => Number(b.isVerified) - Number(a.isVerified) || compareAge(a, b));
  const groups = Map.groupBy(sorted, (clip) => clip.sha256);
  return [...groups.values()].map((posts) => ({
    clip: posts[0] as ClipCopy,
    posts,
    links: [],
    foreign: [],
  }));
}

/** The one that was found first before the other. */
export function compareAge(a: ClipCopy, b: ClipCopy): number {
  return a.foundAt.getTime() - b.foundAt.getTime() || (a.id < b.id ? -1 : 1);
}

function link(file: ClipFile, other: ClipFile): void {
  const relation = relateClips(file.clip, other.clip);
  if (relation === null) return;
  file.links.push(fromFirst(relation, other));
  other.links.push(fromFirst(turned(relation), file));
}

function linkStranger(file: ClipFile, other: OtherGoalClip): void {
  const relation = relateClips(file.clip, other);
  if (relation !== null) file.foreign.push(fromFirst(relation, other));
}

function fromFirst<Other extends PrintedClip | ClipFile>(relation: ClipRelation, to: Other): Link<Other> {
  const { kind, first, way, by, share } = relation;
  return { to, isShown: kind !== 'second-inside', shows: kind !== 'first-inside', at: first, way, by, share };
}

const TURNED_KIND = {
  same: 'same',
  'first-inside': 'second-inside',
  'second-inside': 'first-inside',
} as const;
const TURNED_WAY = { straight: 'straight', mirrored: 'mirrored', part: 'whole', whole: 'part' } as const;

function turned(relation: ClipRelation): ClipRelation {
  const { kind, way, first, second } = relation;
  return { ...relation, kind: TURNED_KIND[kind], way: TURNED_WAY[way], first: second, second: first };
}
