/**
 * Finds the programs that clips need: by their setting, on PATH, or inside an npm package. None is required to start; `describeTools` says what is
 * missing, what does not work without it and how to get it. A setting that names something that cannot be run is reported, not skipped.
 */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { findSandbox, NO_CAGE, runTool, type ToolCage } from './run-tool.ts';

export type FoundTool =
  | { readonly found: true; readonly path: string; readonly detail: string }
  | { readonly found: false; readonly detail: string };

export type FoundBrowser =
  | {
      readonly found: true;
      readonly detail: string;
      /** Unpacks the browser first if necessary; that takes seconds, once. */
      executable(): Promise<string>;
    }
  | { readonly found: false; readonly detail: string };

export interface MediaTools {
  readonly ffmpeg: FoundTool;
  readonly ffprobe: FoundTool;
  readonly ytDlp: FoundTool;
  readonly browser: FoundBrowser;
  /** For `runTool`. */
  readonly cage: ToolCage;
}

export interface MediaToolOptions {
  /** Paths that the operator chose. Null: look for it. */
  readonly chosen: {
    readonly ffmpeg: string | null;
    readonly ffprobe: string | null;
    readonly ytDlp: string | null;
    readonly browser: string | null;
  };
  /** The value of PATH. */
  readonly searchPath: string;
  /** Ours, for what has to be unpacked or copied. It need not exist. */
  readonly folder: string;
}

interface Wanted {
  readonly name: string;
  readonly setting: string;
  readonly names: readonly string[];
  readonly versionFlag: string;
  readonly without: string;
}

const FFMPEG: Wanted = {
  name: 'ffmpeg',
  setting: 'FFMPEG_PATH',
  names: ['ffmpeg'],
  versionFlag: '-version',
  without:
    'no clip can be checked, compared or kept; install ffmpeg, or the npm package @ffmpeg-installer/ffmpeg',
};
const FFPROBE: Wanted = {
  name: 'ffprobe',
  setting: 'FFPROBE_PATH',
  names: ['ffprobe'],
  versionFlag: '-version',
  without: 'no clip can be checked or kept; install ffmpeg, or the npm package @ffprobe-installer/ffprobe',
};
const YT_DLP: Wanted = {
  name: 'yt-dlp',
  setting: 'YT_DLP_PATH',
  names: ['yt-dlp'],
  versionFlag: '--version',
  without: 'only videos with an address of their own can be downloaded; install yt-dlp for the others',
};
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const WITHOUT_BROWSER =
  'sites that need a browser are not searched; install Chromium, or the npm package @sparticuz/chromium';

export async function findMediaTools(options: MediaToolOptions): Promise<MediaTools> {
  const { chosen, searchPath, folder } = options;
  const helper = (name: string): Promise<string | null> => findProgram([name], searchPath);
  const [prlimit, timeout, bwrap, unshare] = await Promise.all(
    ['prlimit', 'timeout', 'bwrap', 'unshare'].map((name) => helper(name)),
  );
  const sandbox = await findSandbox({ bwrap: bwrap ?? null, unshare: unshare ?? null });
  const [ffmpeg, ffprobe, ytDlp, browser] = await Promise.all([
    findTool(FFMPEG, chosen.ffmpeg, searchPath, () => findPackedTool('ffmpeg', folder)),
    findTool(FFPROBE, chosen.ffprobe, searchPath, () => findPackedTool('ffprobe', folder)),
    findTool(YT_DLP, chosen.ytDlp, searchPath, () => Promise.resolve(null)),
    findBrowser(chosen.browser, searchPath, folder),
  ]);
  const cage: ToolCage = { sandbox, prlimit: prlimit ?? null, timeout: timeout ?? null };
  return { ffmpeg, ffprobe, ytDlp, browser, cage };
}

/** For people: what was found, what is missing, and what does not work without it. */
export function describeTools(
  tools: MediaTools,
): { name: 'ffmpeg' | 'ffprobe' | 'yt-dlp' | 'browser'; found: boolean; detail: string }[] {
  const { ffmpeg, ffprobe, ytDlp, browser } = tools;
  return [
    { name: 'ffmpeg', found: ffmpeg.found, detail: ffmpeg.detail },
    { name: 'ffprobe', found: ffprobe.found, detail: ffprobe.detail },
    { name: 'yt-dlp', found: ytDlp.found, detail: ytDlp.detail },
    { name: 'browser', found: browser.found, detail: browser.detail },
  ];
}

async function findTool(
  wanted: Wanted,
  chosen: string | null,
  searchPath: string,
  findPacked: () => Promise<string | null>,
): Promise<FoundTool> {
  const onPath = chosen ?? (await findProgram(wanted.names, searchPath));
  const path = onPath ?? (await findPacked());
  if (path === null) return { found: false, detail: `${wanted.name} is not installed: ${wanted.without}` };
  const tried = await tryVersion(path, wanted.versionFlag);
  if (tried.version === null) {
    const source =
      chosen === null ? `${wanted.name} at ${path}` : `${wanted.setting} is ${JSON.stringify(path)}, which`;
    return { found: false, detail: `${source} cannot be run (${tried.words}): ${wanted.without}` };
  }
  return { found: true, path, detail: `${wanted.name} ${tried.version}, ${path}` };
}

async function tryVersion(program: string, flag: string): Promise<{ version: string | null; words: string }> {
  const run = { program, args: [flag], directory: '/', network: 'none', wallMs: 20_000 } as const;
  const { end, code, stdout, stderr } = await runTool(run, NO_CAGE);
  if (end !== 'exited' || code !== 0)
    return { version: null, words: `${end} with code ${code}: ${stderr.slice(0, 200)}` };
  const firstLine = stdout.toString('utf8').split('\n', 1)[0] ?? '';
  const version = /^(?:ff\w+ version )?(\S+)/.exec(firstLine)?.[1];
  return { version: version?.slice(0, 60) ?? 'of an unknown version', words: '' };
}

async function findBrowser(chosen: string | null, searchPath: string, folder: string): Promise<FoundBrowser> {
  if (chosen !== null)
    return (await isExecutable(chosen))
      ? installedBrowser(chosen)
      : {
          found: false,
          detail: `BROWSER_PATH is ${JSON.stringify(chosen)}, which cannot be run: ${WITHOUT_BROWSER}`,
        };
  const onPath = await findProgram(BROWSERS, searchPath);
  if (onPath !== null) return installedBrowser(onPath);
  if (await isExecutable(MAC_CHROME)) return installedBrowser(MAC_CHROME);
  if (!hasPackedBrowser()) return { found: false, detail: `there is no browser: ${WITHOUT_BROWSER}` };
  return {
    found: true,
    detail: 'Chromium of the npm package @sparticuz/chromium',
    executable: () => unpackBrowser(join(folder, 'chromium')),
  };
}

function installedBrowser(path: string): FoundBrowser {
  return { found: true, detail: path, executable: () => Promise.resolve(path) };
}

export async function findProgram(names: readonly string[], searchPath: string): Promise<string | null> {
  // With a relative folder in PATH, the program would depend on the working directory.
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  for (const name of names)
    for (const folder of folders) {
      const file = join(folder, name);
      if (await isExecutable(file)) return file;
    }
  return null;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    // Missing, or not executable by us.
    return false;
  }
}

/** Null: no package of that name has a build for this machine. */
async function findPackedTool(name: 'ffmpeg' | 'ffprobe', folder: string): Promise<string | null> {
  const packed = await pathInPackage(name);
  return packed === null ? null : makeRunnable(packed, name, folder);
}

/** The same file, or a copy of it below `folder`. */
export async function makeRunnable(file: string, name: string, folder: string): Promise<string> {
  if ((await isExecutable(file)) || (await makeExecutable(file))) return file;
  return copyOf(file, name, folder);
}

async function pathInPackage(name: 'ffmpeg' | 'ffprobe'): Promise<string | null> {
  try {
    const { default: found } =
      name === 'ffmpeg'
        ? await import('@ffmpeg-installer/ffmpeg')
        : await import('@ffprobe-installer/ffprobe');
    return found.path;
  } catch {
    // Not installed, or no build for this machine.
    return null;
  }
}

async function makeExecutable(file: string): Promise<boolean> {
  try {
    await chmod(file, 0o755);
  } catch {
    // Another user owns it (a container's build, root).
    return false;
  }
  return await isExecutable(file);
}

async function copyOf(file: string, name: string, folder: string): Promise<string> {
  const target = join(folder, name);
  if (await isExecutable(target)) return target;
  await mkdir(folder, { recursive: true });
  const aside = `${target}.${process.pid}`;
  await copyFile(file, aside);
  await chmod(aside, 0o755);
  await rename(aside, target);
  return target;
}

const UNPACK =
  "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
const UNPACK_MS = 120_000;

/** The package has only this one build. */
export function hasPackedBrowser(): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  try {
    const require = createRequire(import.meta.url);
    return require.resolve('@sparticuz/chromium') !== '';
  } catch {
    // The optional dependency is not installed.
    return false;
  }
}

/** The path of the executable. */
export async function unpackBrowser(folder: string): Promise<string> {
  const executable = join(folder, 'chromium');
  if (await isExecutable(executable)) return executable;
  await mkdir(dirname(folder), { recursive: true });
  const aside = await mkdtemp(`${folder}-`);
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { TMPDIR: aside },
      timeout: UNPACK_MS,
    });
    await rename(aside, folder);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    // A concurrent call may have been faster; a folder of that name is always complete.
    if (!(await isExecutable(executable))) throw error;
  }
  return executable;
}
