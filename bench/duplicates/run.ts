/**
 * Are copies of a clip found, and is nothing else taken for one? Drawn broadcasts of goals are edited in 24 ways, and every pair is judged
 * by the product's rule and by that of the project it was modelled on. There are two halves with matches of their own: thresholds may be
 * chosen by the first (`steps.tuning`), and the figures are those of the second. `--goals 4` of each of two matches in each half, of
 * which `--edited 1` is edited; `--rounds 3` of each cost.
 */
import { join } from 'node:path';
import type { PrintedClip } from '../../src/domain/football/duplicates/clip-copy.ts';
import { encodePicturePrint } from '../../src/domain/football/duplicates/picture-print.ts';
import { relateClips } from '../../src/domain/football/duplicates/relate-clips.ts';
import { encodeSoundPrint } from '../../src/domain/football/duplicates/sound-print.ts';
import { findFfmpeg } from '../../practice/clips/find-ffmpeg.ts';
import { createPrints, type Prints } from '../../src/football/media/prints.ts';
import { NO_CAGE, runTool } from '../../src/football/media/run-tool.ts';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { treeCpuSeconds } from '../harness/process-tree.ts';
import { inRounds } from '../harness/rounds.ts';
import { round, summarise } from '../harness/statistics.ts';
import { makeFolder } from '../harness/stores.ts';
import { EDITS, makeEdit, type Edit } from './edits.ts';
import { FILM, filmGoal, runFfmpeg } from './films.ts';
import { FRAME_EDGE, FRAMES_PER_SECOND, hashFrames, isSameByFoundFooty } from './found-footy-rule.ts';

const HALVES = { tuning: [1, 2], reported: [3, 4] } as const;

interface Clip {
  readonly file: string;
  /** Clips with the same source show the same. */
  readonly source: string;
  /** Null: the source itself. */
  readonly edit: Edit | null;
  readonly ours: PrintedClip;
  readonly theirs: Uint32Array;
}

interface Tools {
  readonly ffmpeg: string;
  readonly prints: Prints;
  readonly folder: string;
}

export async function run(): Promise<BenchmarkResult> {
  const choice = readOptions({ goals: 4, edited: 1, rounds: 3 });
  const folder = makeFolder();
  try {
    const ffmpeg = findFfmpeg();
    if (ffmpeg === null)
      throw new Error('there is no ffmpeg: install it, or the package @ffmpeg-installer/ffmpeg');
    const prints = createPrints({ ffmpeg: { found: true, path: ffmpeg, detail: ffmpeg }, cage: NO_CAGE });
    const tools = { ffmpeg, prints, folder: folder.path };
    const tuning = judgeBoth(await makeClips(tools, HALVES.tuning, choice));
    const clips = await makeClips(tools, HALVES.reported, choice);
    const reported = judgeBoth(clips);
    const costs = await measureCost(tools, clips[0]?.file ?? '', choice.rounds);
    const bytes = clips.reduce((sum, { ours }) => sum + bytesOf(ours), 0);
    return {
      ours: {
        ...reported.ours,
        ...costs.ours,
        printBytesPerSecond: round(bytes / (clips.length * FILM.seconds)),
      },
      peers: { foundFootyRule: { ...reported.theirs, ...costs.pictureByPicture } },
      floor: costs.decode,
      steps: { tuning: tuning.ours, tuningFoundFootyRule: tuning.theirs },
    };
  } finally {
    folder.remove();
  }
}

async function makeClips(
  tools: Tools,
  matches: readonly number[],
  { goals, edited }: { readonly goals: number; readonly edited: number },
): Promise<Clip[]> {
  const { ffmpeg, folder } = tools;
  const clips: Clip[] = [];
  const add = async (file: string, source: string, edit: Edit | null): Promise<void> => {
    const [ours, theirs] = [await printOf(tools, file), hashFrames(await framesOf(ffmpeg, file))];
    clips.push({ file, source, edit, ours, theirs });
  };
  for (const match of matches)
    for (let goal = 1; goal <= goals; goal++) {
      const source = await filmGoal(ffmpeg, folder, { match, goal });
      await add(source, source, null);
      if (goal > edited) continue;
      const otherSound = await filmGoal(ffmpeg, folder, { match, goal }, 1);
      for (const edit of EDITS) await add(await makeEdit(ffmpeg, source, otherSound, edit), source, edit);
    }
  return clips;
}

function judgeBoth(clips: readonly Clip[]): Record<'ours' | 'theirs', Figures> {
  return {
    ours: judge(clips, (one, two) => relateClips(one.ours, two.ours) !== null),
    theirs: judge(clips, (one, two) => isSameByFoundFooty(one.theirs, two.theirs)),
  };
}

/** Found: an edit that is judged to show what its source shows. False: any other pair of different sources that is. */
function judge(clips: readonly Clip[], isSame: (one: Clip, two: Clip) => boolean): Figures {
  const sources = new Map(clips.filter(({ edit }) => edit === null).map((clip) => [clip.source, clip]));
  const edits = clips.filter(({ edit }) => edit !== null);
  const found = edits.filter((clip) => isSame(sources.get(clip.source) ?? clip, clip));
  const different = clips.flatMap((one, at) =>
    clips
      .slice(at + 1)
      .filter(({ source }) => source !== one.source)
      .map((two) => [one, two] as const),
  );
  const before = process.cpuUsage();
  const wrong = different.filter(([one, two]) => isSame(one, two));
  const { user, system } = process.cpuUsage(before);
  const missed = edits.filter((clip) => !found.includes(clip)).map(({ edit }) => edit?.name);
  console.log(`missed: ${missed.join(', ') || 'none'}`);
  return {
    found: found.length,
    edits: edits.length,
    foundOrdinary: found.filter(({ edit }) => edit?.isOrdinary).length,
    ordinary: edits.filter(({ edit }) => edit?.isOrdinary).length,
    falseMatches: wrong.length,
    differentPairs: different.length,
    cpuMicrosecondsPerPair: round((user + system) / different.length),
  };
}

/** Processor time for one clip of nine seconds in 1280×720, with that of the ffmpeg processes. */
async function measureCost({ ffmpeg, prints, folder }: Tools, source: string, rounds: number) {
  const file = join(folder, 'large.mp4');
  await runFfmpeg(ffmpeg, [
    '-i',
    source,
    '-vf',
    'scale=1280:720',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    file,
  ]);
  const small = `scale=${FRAME_EDGE}:${FRAME_EDGE}`;
  const samples = await inRounds(
    {
      ours: cost(() => prints.take(file, { hasAudio: true })),
      /** A bare pass that decodes and throws away. */
      decode: cost(() =>
        runFfmpeg(ffmpeg, ['-threads', '2', '-i', file, '-map', '0:v:0', '-f', 'null', '-']),
      ),
      /** As the peer does it: a start of ffmpeg for each picture. */
      pictureByPicture: cost(async () => {
        for (let picture = 0; picture < FILM.seconds * FRAMES_PER_SECOND; picture++) {
          const at = String(picture / FRAMES_PER_SECOND);
          const out = ['-frames:v', '1', '-vf', small, join(folder, 'picture.png')];
          await runFfmpeg(ffmpeg, ['-ss', at, '-i', file, ...out]);
        }
      }),
    },
    rounds,
  );
  const figures = (name: keyof typeof samples) => summarise('cpuMilliseconds720p', samples[name]);
  return {
    ours: figures('ours'),
    decode: figures('decode'),
    pictureByPicture: figures('pictureByPicture'),
  };
}

/** Milliseconds of processor time. */
function cost(work: () => Promise<unknown>): () => Promise<number> {
  return async () => {
    const before = treeCpuSeconds();
    await work();
    return (treeCpuSeconds() - before) * 1000;
  };
}

async function printOf({ prints }: Tools, file: string): Promise<PrintedClip> {
  const taken = await prints.take(file, { hasAudio: true });
  if (taken.outcome !== 'ok') throw new Error(`there is no print of ${file}: ${taken.words}`);
  const { picture, sound } = taken;
  const facts = { seconds: picture.seconds, postedAt: null, isVerified: false };
  return { id: file, sha256: file, picture, sound, ...facts };
}

async function framesOf(ffmpeg: string, file: string): Promise<Buffer> {
  const small = `fps=${FRAMES_PER_SECOND},format=gray,scale=${FRAME_EDGE}:${FRAME_EDGE}:flags=area`;
  const args = ['-v', 'error', '-i', file, '-vf', small, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'];
  return (await runTool({ program: ffmpeg, args, directory: '/', network: 'none', wallMs: 60_000 })).stdout;
}

function bytesOf({ picture, sound }: PrintedClip): number {
  return (
    (picture === null ? 0 : encodePicturePrint(picture).length) +
    (sound === null ? 0 : encodeSoundPrint(sound).length)
  );
}
