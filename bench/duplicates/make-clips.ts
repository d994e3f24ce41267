/**
 * The set: goals of two matches and 24 edits of four of them, scenes of a film and the edits of one, two patterns. A compilation of two goals is made as well; it is in no pair that is
 * counted, because it has to be told as one that contains both.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILM, filmGoal, type GoalFilm } from './broadcast/goal-film.ts';
import { SOUND_RATE, soundOfGoal } from './broadcast/goal-sound.ts';
import { EDITS, type Edit } from './edits.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

export interface MadeClip {
  readonly file: string;
  /** Clips with the same one show the same. */
  readonly source: string;
  /** Null: the source itself. */
  readonly edit: Edit | null;
}

interface Source {
  readonly name: string;
  readonly file: string;
  readonly otherSound: string | null;
}

export interface Making {
  readonly ffmpeg: string;
  readonly folder: string;
  readonly films: readonly GoalFilm[];
  /** A file with a film to take scenes from. Null: there is none. */
  readonly film: string | null;
  /** How many of the goals are edited; of the film one scene is. */
  readonly editedGoals: number;
}

const ENCODING = [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  '-threads',
  '2',
  '-c:a',
  'aac',
  '-ac',
  '1',
];
const QUALITY = 22;
const SCENE_SECONDS = 9;
/** Where scenes of the film begin. */
const SCENES = [1, 11, 20.5];

export async function makeClips(making: Making): Promise<MadeClip[]> {
  const goals = await eachInTurn(making.films, (film) => makeGoal(making, film));
  const scenes = making.film === null ? [] : await makeScenes(making, making.film);
  const patterns = await eachInTurn(['testsrc2', 'mandelbrot'], (pattern) => makePattern(making, pattern));
  const edited = [...goals.slice(0, making.editedGoals), ...scenes.slice(0, 1)];
  const sources = [...goals, ...scenes, ...patterns];
  const made = sources.map(({ name, file }) => ({ file, source: name, edit: null }));
  const edits = await eachInTurn(edited, (source) =>
    eachInTurn(EDITS, (edit) => makeEdit(making, source, edit)),
  );
  return [...made, ...edits.flat()];
}

async function makeGoal({ ffmpeg, folder }: Making, film: GoalFilm): Promise<Source> {
  const name = `match ${film.match} goal ${film.goal}`;
  const file = join(folder, `m${film.match}g${film.goal}.mp4`);
  const [sound, otherSound] = (await Promise.all([0, 1].map((take) => writeSound(folder, film, take)))) as [
    string,
    string,
  ];
  const pictures = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    '-s',
    `${FILM.width}x${FILM.height}`,
    '-r',
    String(FILM.rate),
    '-i',
    'pipe:0',
  ];
  await runFfmpeg(
    ffmpeg,
    [...pictures, ...soundInput(sound), ...ENCODING, '-crf', String(QUALITY), file],
    filmGoal(film),
  );
  return { name, file, otherSound };
}

async function writeSound(folder: string, film: GoalFilm, take: number): Promise<string> {
  const file = join(folder, `m${film.match}g${film.goal}-${take}.pcm`);
  await writeFile(file, new Uint8Array(soundOfGoal(film, take).buffer));
  return file;
}

function soundInput(file: string): string[] {
  return ['-f', 's16le', '-ar', String(SOUND_RATE), '-ac', '1', '-i', file];
}

function makeScenes({ ffmpeg, folder }: Making, film: string): Promise<Source[]> {
  return eachInTurn(SCENES, async (start) => {
    const name = `film from ${start} s`;
    const file = join(folder, `film-${start}.mp4`);
    const small = `scale=${FILM.width}:${FILM.height}`;
    const cut = ['-ss', String(start), '-t', String(SCENE_SECONDS), '-i', film];
    await runFfmpeg(ffmpeg, [...cut, '-vf', small, ...ENCODING, '-crf', String(QUALITY), file]);
    return { name, file, otherSound: null };
  });
}

async function makePattern({ ffmpeg, folder }: Making, pattern: string): Promise<Source> {
  const file = join(folder, `${pattern}.mp4`);
  const size = `${pattern}=s=${FILM.width}x${FILM.height}:r=${FILM.rate}`;
  const inputs = ['-f', 'lavfi', '-i', size, '-f', 'lavfi', '-i', 'anoisesrc=a=0.1:c=pink:r=22050'];
  await runFfmpeg(ffmpeg, [
    ...inputs,
    '-t',
    String(FILM.seconds),
    ...ENCODING,
    '-crf',
    String(QUALITY),
    file,
  ]);
  return { name: pattern, file, otherSound: null };
}

async function makeEdit({ ffmpeg, folder }: Making, source: Source, edit: Edit): Promise<MadeClip> {
  const file = join(folder, `${source.name}, ${edit.name}.mp4`.replaceAll(/[^\w.,-]+/g, '-'));
  const inputs = [...(edit.cut ?? []), '-i', source.file];
  // A film has no other commentator; its scene keeps its sound.
  const sound =
    edit.hasOtherSound === true && source.otherSound !== null ? soundInput(source.otherSound) : [];
  const intro = edit.introSeconds;
  const filters = intro === undefined ? plainFilters(edit, sound.length > 0) : introFilters(intro);
  await runFfmpeg(ffmpeg, [
    ...inputs,
    ...sound,
    ...filters,
    ...ENCODING,
    '-crf',
    String(edit.quality ?? QUALITY),
    file,
  ]);
  return { file, source: source.name, edit };
}

function plainFilters(edit: Edit, hasSound: boolean): string[] {
  const video = `[0:v]${edit.filter ?? 'null'}[v]`;
  const audio = `[${hasSound ? 1 : 0}:a]${edit.soundFilter ?? 'anull'}[a]`;
  return ['-filter_complex', `${video};${audio}`, '-map', '[v]', '-map', '[a]'];
}

/** The same intro before every clip that has one, as an account puts it before all that it posts. */
function introFilters(seconds: number): string[] {
  const { width, height, rate } = FILM;
  const title = `smptebars=s=${width}x${height}:r=${rate}:d=${seconds},format=yuv420p,setsar=1[title]`;
  const film = `[0:v]fps=${rate},format=yuv420p,setsar=1[film]`;
  const sound = `[0:a]adelay=${seconds * 1000}|${seconds * 1000}[a]`;
  return [
    '-filter_complex',
    `${title};${film};[title][film]concat=n=2[v];${sound}`,
    '-map',
    '[v]',
    '-map',
    '[a]',
  ];
}

/** Both goals of a compilation, one after the other. */
export async function makeCompilation({ ffmpeg, folder }: Making, one: string, two: string): Promise<string> {
  const file = join(folder, 'compilation.mp4');
  const joined = '[0:v][0:a][1:v][1:a]concat=n=2:v=1:a=1[v][a]';
  await runFfmpeg(ffmpeg, [
    '-i',
    one,
    '-i',
    two,
    '-filter_complex',
    joined,
    '-map',
    '[v]',
    '-map',
    '[a]',
    ...ENCODING,
    file,
  ]);
  return file;
}

/** One after the other: ffmpeg takes all cores by itself. */
async function eachInTurn<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}
