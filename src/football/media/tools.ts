/**
 * The foreign programs that clips need, found while running: by their setting, on PATH, or inside an npm package. None of them is
 * required to start: what is missing is told in words, with what is off without it and how to get it. A setting that names something
 * that cannot be run is told and not passed over, or the operator would never learn of it.
 */
import { findProgram, isExecutable } from './find-program.ts';
import { hasPackedBrowser, unpackBrowser } from './packed-browser.ts';
import { findPackedTool } from './packed-tools.ts';
import { NO_CAGE, runTool, type ToolCage } from './run-tool.ts';
import { findSandbox } from './sandbox.ts';
import { join } from 'node:path';

export type FoundTool =
  | { readonly found: true; readonly path: string; readonly detail: string }
  | { readonly found: false; readonly detail: string };

export type FoundBrowser =
  | {
      readonly found: true;
      readonly detail: string;
      /** Unpacks it first, where it has to be: seconds, once. */
      executable(): Promise<string>;
    }
  | { readonly found: false; readonly detail: string };

export interface MediaTools {
  readonly ffmpeg: FoundTool;
  readonly ffprobe: FoundTool;
  readonly ytDlp: FoundTool;
  readonly browser: FoundBrowser;
  /** Goes to `runTool`. */
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

/** For people: what is there, what is not, and what that means. */
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
