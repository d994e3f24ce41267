/** Every pair of the set, judged by one rule: how many edits are found to show what their source shows, and how many pairs of different sources are. */
import { EDITS } from './edits.ts';
import type { MadeClip } from './make-clips.ts';

export interface Judged<Print> {
  readonly clip: MadeClip;
  readonly print: Print;
}

export interface Verdicts {
  readonly found: number;
  readonly edits: number;
  readonly foundOrdinary: number;
  readonly ordinary: number;
  readonly falseMatches: number;
  readonly differentPairs: number;
  readonly microsecondsPerPair: number;
  /** Of each edit, of how many sources it was found. */
  readonly byEdit: Readonly<Record<string, number>>;
}

export function comparePairs<Print>(
  clips: readonly Judged<Print>[],
  isSame: (first: Print, second: Print) => boolean,
): Verdicts {
  const sources = new Map(
    clips.filter(({ clip }) => clip.edit === null).map((one) => [one.clip.source, one]),
  );
  const edits = clips.filter(({ clip }) => clip.edit !== null);
  const found = edits.filter(({ clip, print }) => {
    const source = sources.get(clip.source);
    return source !== undefined && isSame(source.print, print);
  });
  const different = clips.flatMap((one, index) =>
    clips
      .slice(index + 1)
      .filter(({ clip }) => clip.source !== one.clip.source)
      .map((two) => [one, two] as const),
  );
  const before = process.cpuUsage();
  const falseMatches = different.filter(([one, two]) => isSame(one.print, two.print));
  const { user, system } = process.cpuUsage(before);
  for (const [one, two] of falseMatches.slice(0, 5)) console.log(`  false: ${nameOf(one)} = ${nameOf(two)}`);
  return {
    found: found.length,
    edits: edits.length,
    foundOrdinary: found.filter(isOrdinary).length,
    ordinary: edits.filter(isOrdinary).length,
    falseMatches: falseMatches.length,
    differentPairs: different.length,
    microsecondsPerPair: (user + system) / different.length,
    byEdit: Object.fromEntries(
      EDITS.map(({ name }) => [name, found.filter(({ clip }) => clip.edit?.name === name).length]),
    ),
  };
}

function isOrdinary({ clip }: Judged<unknown>): boolean {
  return clip.edit?.isOrdinary === true;
}

function nameOf({ clip }: Judged<unknown>): string {
  return clip.edit === null ? clip.source : `${clip.source}, ${clip.edit.name}`;
}
