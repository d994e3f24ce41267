/**
 * Runs one external program within limits on time, processor time, memory, file size and output. It gets its own process group (all of which is
 * killed), an environment that holds nothing of ours, no standard input, and never a shell. Programs that decode media run without a network and,
 * with bubblewrap, in a read-only file system except for their folder.
 *
 * `timeout` is put in front where it is installed, because nothing else would end the run if we were killed. `prlimit` sets the limits where it is
 * installed (Linux); elsewhere time and output are bounded, memory is not. The number of processes is not limited: that limit counts all threads
 * of the user.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface Sandbox {
  readonly kind: 'bubblewrap' | 'network-namespace' | 'none';
  readonly detail: string;
  /** The command that runs `command` inside. */
  wrap(command: readonly string[], writable: readonly string[]): readonly string[];
}

const NO_SANDBOX: Sandbox = {
  kind: 'none',
  detail: 'media tools run without a sandbox: install bubblewrap to lock them in',
  wrap: (command) => command,
};

/** The programs that enforce the limits, found once. */
export interface ToolCage {
  readonly sandbox: Sandbox;
  readonly prlimit: string | null;
  readonly timeout: string | null;
}

export const NO_CAGE: ToolCage = { sandbox: NO_SANDBOX, prlimit: null, timeout: null };

export interface ToolRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Working directory and home of the run, and the only folder that it may write. */
  readonly directory: string;
  /** `proxied`: for programs that fetch; `args` names the proxy. */
  readonly network: 'none' | 'proxied';
  readonly wallMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly cpuSeconds?: number;
  readonly memoryBytes?: number;
  readonly fileBytes?: number;
  readonly outputBytes?: number;
  /** Additional pipes to read, as file descriptors 3, 4, …, for a program with several outputs (`pipe:3`). */
  readonly extraPipes?: number;
}

export interface ToolResult {
  /**
   * `exited`: with `code`. `died`: by a signal, most often because of a limit. `overtime`: killed for time.
   * `overflow`: killed for printing too much. `notStarted`: it is not there, or cannot be run.
   */
  readonly end: 'exited' | 'died' | 'overtime' | 'overflow' | 'notStarted';
  readonly code: number | null;
  readonly stdout: Buffer;
  /** The end of its output, at most 8 KB. */
  readonly stderr: string;
  readonly extra: readonly Buffer[];
}

const DEFAULT_LIMITS = {
  cpuSeconds: 60,
  memoryBytes: 3_000_000_000,
  fileBytes: 220_000_000,
  outputBytes: 64_000_000,
} as const;

const TAIL_LENGTH = 8_192;
/** `timeout` acts only if we no longer can. */
const OUTLIVING_SECONDS = 5;

/** Rejects with the signal's reason when that is given (the run is killed first), and for nothing else. */
export async function runTool(run: ToolRun, cage: ToolCage = NO_CAGE): Promise<ToolResult> {
  run.signal?.throwIfAborted();
  const pipes = run.extraPipes ?? 0;
  const [program = '', ...args] = commandOf(run, cage);
  const child = spawn(program, args, {
    cwd: run.directory,
    env: environmentOf(run.directory),
    stdio: ['ignore', 'pipe', 'pipe', ...Array.from({ length: pipes }, () => 'pipe' as const)],
    detached: true,
    windowsHide: true,
  });
  return await follow(child, run, pipes);
}

/** Nothing of our environment: it contains keys. */
function environmentOf(directory: string): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: directory,
    TMPDIR: directory,
    LANG: 'C.UTF-8',
    // A static ffprobe crashes if it loads the machine's character tables (seen with transport streams).
    GCONV_PATH: '/nonexistent',
  };
}

function commandOf(run: ToolRun, cage: ToolCage): readonly string[] {
  const limits = { ...DEFAULT_LIMITS, ...run };
  let command: readonly string[] = [run.program, ...run.args];
  if (cage.prlimit !== null)
    command = [
      cage.prlimit,
      `--cpu=${limits.cpuSeconds}`,
      `--as=${limits.memoryBytes}`,
      `--fsize=${limits.fileBytes}`,
      '--core=0',
      ...command,
    ];
  if (run.network === 'none') command = cage.sandbox.wrap(command, [run.directory]);
  if (cage.timeout === null) return command;
  const seconds = Math.ceil(run.wallMs / 1000) + OUTLIVING_SECONDS;
  return [cage.timeout, '--signal=KILL', String(seconds), ...command];
}

function follow(child: ChildProcess, run: ToolRun, pipes: number): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    let cause: ToolResult['end'] | 'aborted' | null = null;
    const kill = (why: ToolResult['end'] | 'aborted'): void => {
      cause ??= why;
      killGroup(child);
    };
    const overtime = setTimeout(() => kill('overtime'), run.wallMs);
    const abort = (): void => kill('aborted');
    run.signal?.addEventListener('abort', abort);
    const maxBytes = run.outputBytes ?? DEFAULT_LIMITS.outputBytes;
    const gather = (stream: unknown): (() => Buffer) =>
      gatherBytes(stream as Readable, maxBytes, () => kill('overflow'));
    const stdout = gather(child.stdout);
    const extra = Array.from({ length: pipes }, (_, index) => gather(child.stdio[index + 3]));
    const tail = gatherTail(child.stderr as Readable);
    child.on('error', (error) => {
      cause ??= 'notStarted';
      tail.add(error.message);
      // Without a process there is no `close`.
      if (child.pid === undefined) finish(null);
    });
    child.on('close', (code) => finish(code));
    const finish = (code: number | null): void => {
      clearTimeout(overtime);
      run.signal?.removeEventListener('abort', abort);
      killGroup(child); // Processes that it started.
      if (cause === 'aborted') return reject(run.signal?.reason as Error);
      const end = cause ?? endOf(code);
      resolve({ end, code, stdout: stdout(), stderr: tail.text(), extra: extra.map((bytes) => bytes()) });
    };
  });
}

/** `timeout` and `prlimit` exit with 126 or 127 if the program cannot start, and with 128 plus the signal that ended it. */
function endOf(code: number | null): ToolResult['end'] {
  if (code === 126 || code === 127) return 'notStarted';
  return code === null || (code > 128 && code < 160) ? 'died' : 'exited';
}

function gatherBytes(stream: Readable, maxBytes: number, overflow: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else overflow();
  });
  // A broken pipe ends with its process, and `close` reports that.
  stream.on('error', () => stream.destroy());
  return () => Buffer.concat(chunks);
}

function gatherTail(stream: Readable) {
  let text = '';
  const add = (more: string): void => {
    text = (text + more).slice(-TAIL_LENGTH);
  };
  stream.on('data', (chunk: Buffer) => add(chunk.toString('utf8')));
  stream.on('error', () => stream.destroy());
  return { add, text: () => text.trim() };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // The group is empty (ESRCH), or only zombies are left (EPERM on macOS).
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM')))
      throw error;
  }
}

export interface SandboxPrograms {
  readonly bwrap: string | null;
  readonly unshare: string | null;
}

export async function findSandbox({ bwrap, unshare }: SandboxPrograms): Promise<Sandbox> {
  const candidates: Sandbox[] = [];
  if (bwrap !== null) candidates.push(bubblewrap(bwrap));
  if (unshare !== null)
    candidates.push(
      networkNamespace([unshare, '--net', '--']),
      networkNamespace([unshare, '--user', '--map-root-user', '--net', '--']),
    );
  for (const sandbox of candidates) if (await works(sandbox)) return sandbox;
  return NO_SANDBOX;
}

const READABLE = '--ro-bind / / --dev /dev --proc /proc'.split(' ');
const APART = '--unshare-all --die-with-parent --new-session --'.split(' ');

function bubblewrap(program: string): Sandbox {
  return {
    kind: 'bubblewrap',
    detail: 'media tools run in bubblewrap: no network, nothing to write but their own folder',
    wrap: (command, writable) => [
      program,
      ...READABLE,
      ...writable.flatMap((folder) => ['--bind', folder, folder]),
      ...APART,
      ...command,
    ],
  };
}

function networkNamespace(prefix: readonly string[]): Sandbox {
  return {
    kind: 'network-namespace',
    detail: 'media tools run without a network (unshare); install bubblewrap to lock them in further',
    wrap: (command) => [...prefix, ...command],
  };
}

async function works(sandbox: Sandbox): Promise<boolean> {
  const [program = '', ...args] = sandbox.wrap(['/bin/sh', '-c', 'exit 7'], []);
  const child = spawn(program, args, { stdio: 'ignore', timeout: 5_000, env: {} });
  return await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 7));
    // A program that cannot be started is as good as one that refuses.
    child.once('error', () => resolve(false));
  });
}

export const SAFE_INPUT: readonly string[] = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts',
  '-codec_whitelist',
  'h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,aac,mp3,mp3float,opus,libopus,vorbis',
  '-max_pixels',
  '8900000',
];

/** A clip of one goal is shorter. */
export const MAX_SECONDS = 180;
