/** What people do to a clip before they post it again: 24 edits as options of ffmpeg. 17 are ordinary, 7 hide the copy or nearly do. */
import { join } from 'node:path';
import { ENCODING, FILM, QUALITY, runFfmpeg } from './films.ts';

export interface Edit {
  readonly name: string;
  readonly isOrdinary: boolean;
  /** Before the input: where to begin and how long. */
  readonly cut?: readonly string[];
  readonly filter?: string;
  readonly soundFilter?: string;
  readonly quality?: number;
  /** A title of so many seconds before it, the same before every clip. */
  readonly introSeconds?: number;
  /** Another commentator. */
  readonly hasOtherSound?: boolean;
}

const { width: W, height: H } = FILM;
const KEEP_SIZE = `scale=${W}:${H}`;

const cropped = (part: number): string => {
  const kept = 1 - part;
  return `crop=iw*${kept}:ih*${kept},${KEEP_SIZE}`;
};
/** A tall picture around the wide one, or out of its middle. */
const TALL = { width: 204, height: 360 };

export const EDITS: readonly Edit[] = [
  { name: 'crf 32', isOrdinary: true, quality: 32 },
  { name: 'crf 40', isOrdinary: true, quality: 40 },
  { name: 'two thirds of the size', isOrdinary: true, filter: 'scale=426:240' },
  { name: 'a third of the size', isOrdinary: true, filter: 'scale=214:120' },
  { name: '30 pictures a second', isOrdinary: true, filter: 'fps=30' },
  { name: '15 pictures a second', isOrdinary: true, filter: 'fps=15' },
  { name: 'first second cut', isOrdinary: true, cut: ['-ss', '1'] },
  { name: 'first 1.37 s cut', isOrdinary: true, cut: ['-ss', '1.37'] },
  { name: 'middle 4 s', isOrdinary: true, cut: ['-ss', '2.5', '-t', '4'] },
  { name: 'speed × 1.05', isOrdinary: true, filter: 'setpts=PTS/1.05', soundFilter: 'atempo=1.05' },
  { name: '5 % cropped', isOrdinary: true, filter: cropped(0.05) },
  {
    name: 'watermark',
    isOrdinary: true,
    filter:
      'drawbox=x=iw*0.62:y=ih*0.78:w=iw*0.34:h=ih*0.14:color=white@0.85:t=fill,drawbox=x=iw*0.65:y=ih*0.82:w=iw*0.28:h=ih*0.05:color=black:t=fill',
  },
  { name: 'bars to 4:3', isOrdinary: true, filter: `pad=${W}:480:0:60` },
  { name: 'bars to 9:16', isOrdinary: true, filter: 'scale=360:202,pad=360:640:0:219' },
  { name: '2 s of intro', isOrdinary: true, introSeconds: 2 },
  { name: 'brightness and contrast', isOrdinary: true, filter: 'lutyuv=y=clip(val*1.25+8\\,16\\,235)' },
  { name: 'other commentary', isOrdinary: true, hasOtherSound: true },
  { name: '10 % cropped', isOrdinary: false, filter: cropped(0.1) },
  { name: '20 % cropped', isOrdinary: false, filter: cropped(0.2) },
  {
    name: 'filmed from a television',
    isOrdinary: false,
    filter: `perspective=x0=${-W * 0.04}:y0=${-H * 0.03}:x1=${W * 1.02}:y1=${-H * 0.06}:x2=${-W * 0.03}:y2=${H * 1.05}:x3=${W * 1.05}:y3=${H * 1.03}:sense=destination,boxblur=2:1,noise=alls=18:allf=t,lutyuv=y=val*0.85+14`,
    soundFilter: 'highpass=f=350,volume=0.4',
  },
  { name: 'mirrored', isOrdinary: false, filter: 'hflip' },
  { name: 'cut to 9:16', isOrdinary: false, filter: `crop=${TALL.width}:${TALL.height}` },
  {
    name: '9:16 with blurred edges',
    isOrdinary: false,
    filter:
      'split[a][b];[a]crop=202:360,scale=360:640,boxblur=20:2[under];[b]scale=360:202[over];[under][over]overlay=0:219',
  },
  { name: 'half the speed', isOrdinary: false, filter: 'setpts=PTS*2', soundFilter: 'atempo=0.5' },
];

/** Returns the file. `otherSound` has the same goal with another commentator. */
export async function makeEdit(
  ffmpeg: string,
  file: string,
  otherSound: string,
  edit: Edit,
): Promise<string> {
  const edited = join(`${file.replace(/\.mp4$/, '')} ${edit.name}.mp4`.replaceAll(/[^\w.,/-]+/g, '-'));
  const inputs = [...(edit.cut ?? []), '-i', file, '-i', otherSound];
  const filters = edit.introSeconds === undefined ? plainFilters(edit) : introFilters(edit.introSeconds);
  const output = ['-map', '[v]', '-map', '[a]', ...ENCODING, '-crf', String(edit.quality ?? QUALITY), edited];
  await runFfmpeg(ffmpeg, [...inputs, '-filter_complex', filters, ...output]);
  return edited;
}

function plainFilters({ filter = 'null', soundFilter = 'anull', hasOtherSound = false }: Edit): string {
  return `[0:v]${filter}[v];[${hasOtherSound ? 1 : 0}:a]${soundFilter}[a]`;
}

function introFilters(seconds: number): string {
  const { width, height, rate } = FILM;
  const title = `smptebars=s=${width}x${height}:r=${rate}:d=${seconds},format=yuv420p,setsar=1[title]`;
  const film = `[0:v]fps=${rate},format=yuv420p,setsar=1[film]`;
  const sound = `[0:a]adelay=${seconds * 1000}|${seconds * 1000}[a]`;
  return `${title};${film};[title][film]concat=n=2[v];${sound}`;
}
