import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onLinux } from '../../../test/support/conditional-test.ts';
import { startHttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { toolsOfThisMachine } from './fixtures/found-tools.ts';
import { runTool, type ToolRun } from './run-tool.ts';
import type { MediaTools } from './tools.ts';

let directory: string;
let tools: MediaTools;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  tools = await toolsOfThisMachine();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function shell(script: string, more: Partial<ToolRun> = {}): ToolRun {
  return { program: '/bin/sh', args: ['-c', script], directory, network: 'none', wallMs: 20_000, ...more };
}

function node(script: string, more: Partial<ToolRun> = {}): ToolRun {
  return shell('', { program: process.execPath, args: ['-e', script], ...more });
}

async function isAlive(pid: number): Promise<boolean> {
  try {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8');
    return !/\) [ZX] /.test(state);
  } catch {
    // No such process.
    return false;
  }
}

test('returns the output of all pipes and how the program ended', async () => {
  const script = 'printf out; printf words >&2; printf three >&3; printf four >&4; exit 3';
  const run = await runTool(shell(script, { extraPipes: 2 }), tools.cage);
  expect(run).toMatchObject({ end: 'exited', code: 3, stderr: 'words' });
  expect([run.stdout, ...run.extra].map(String)).toEqual(['out', 'three', 'four']);
});

test('passes nothing of our environment, and its folder as home', async () => {
  process.env['GAMEKEEPER_TEST_KEY'] = 'canary';
  const run = await runTool(shell('env; pwd'), tools.cage);
  delete process.env['GAMEKEEPER_TEST_KEY'];
  const lines = run.stdout.toString().trim().split('\n');
  expect(run.stdout.toString()).not.toContain('canary');
  expect(lines).toContain(`HOME=${directory}`);
  expect(lines.at(-1)).toBe(directory);
});

test('reports a missing or unusable program, with and without prlimit and timeout', async () => {
  for (const program of ['/nowhere/at-all', import.meta.filename]) {
    expect(await runTool(shell('', { program }))).toMatchObject({ end: 'notStarted' });
    expect(await runTool(shell('', { program }), tools.cage)).toMatchObject({ end: 'notStarted' });
  }
});

onLinux('what a program started is killed when it takes too long, and when it ends', async () => {
  const waiting = shell('sleep 600 & echo $!; sleep 600', { wallMs: 300 });
  const leaving = shell('sleep 600 >/dev/null 2>&1 & echo $!');
  for (const [program, end] of [
    [waiting, 'overtime'],
    [leaving, 'exited'],
  ] as const) {
    const run = await runTool(program, tools.cage);
    expect(run.end).toBe(end);
    await expect.poll(() => isAlive(Number(run.stdout.toString()))).toBe(false);
  }
});

test('kills a program with endless output and keeps the end of stderr', async () => {
  const endless = await runTool(shell('yes', { outputBytes: 100_000 }), tools.cage);
  expect(endless.end).toBe('overflow');
  expect(endless.stdout.length).toBeLessThanOrEqual(100_000);
  const loud = await runTool(shell('head -c 1000000 /dev/zero >&2; echo the end >&2'), tools.cage);
  expect(loud.stderr.length).toBeLessThan(10_000);
  expect(loud.stderr.trimEnd().endsWith('the end')).toBe(true);
});

onLinux('the signal ends it, and is what the caller hears', async () => {
  const ending = new AbortController();
  const file = join(directory, 'pid');
  const running = runTool(shell('echo $$ > pid; sleep 600', { signal: ending.signal }), tools.cage);
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toMatch(/\d+\n/);
  const pid = Number(await readFile(file, 'utf8'));
  expect(await isAlive(pid)).toBe(true);
  ending.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  await expect.poll(() => isAlive(pid)).toBe(false);
  await expect(runTool(shell('true', { signal: ending.signal }))).rejects.toThrow('enough');
});

onLinux('a file larger than allowed cannot be written', async () => {
  const run = await runTool(shell('head -c 5000000 /dev/zero > big', { fileBytes: 1_000_000 }), tools.cage);
  expect(run.code).not.toBe(0);
  expect((await stat(join(directory, 'big'))).size).toBeLessThanOrEqual(1_000_000);
});

onLinux('more memory than allowed cannot be had', async () => {
  const take = 'perl -e \'$x = "a" x 250000000; print length $x\'';
  expect((await runTool(shell(take), tools.cage)).stdout.toString()).toBe('250000000');
  const run = await runTool(shell(take, { memoryBytes: 200_000_000 }), tools.cage);
  expect(run.stdout.toString()).toBe('');
  expect(run.code).not.toBe(0);
});

onLinux('more processor time than allowed cannot be had', async () => {
  const run = await runTool(shell('while :; do :; done', { cpuSeconds: 1 }), tools.cage);
  expect(run.end).toBe('died');
});

test('without a network not even this machine is reachable', async (context) => {
  if (tools.cage.sandbox.kind === 'none')
    context.skip('needs a sandbox: neither bwrap nor unshare works here');
  const upstream = await startHttpUpstream((_request, response) => void response.end('secret'));
  const ask = `fetch(${JSON.stringify(upstream.origin)}).then((r) => r.text()).then(console.log, () => console.log('none'))`;
  const memoryBytes = 30_000_000_000; // Node reserves more than it uses.
  const open = await runTool(node(ask, { network: 'proxied', memoryBytes }), tools.cage);
  const closed = await runTool(node(ask, { network: 'none', memoryBytes }), tools.cage);
  await upstream.stop();
  expect(open.stdout.toString().trim()).toBe('secret');
  expect(closed.stdout.toString().trim()).toBe('none');
  expect(upstream.heard).toHaveLength(1);
});

test('arguments are never read by a shell', async () => {
  const words = ['$(touch pwned)', '; touch pwned', '`touch pwned`', '-n', '"', '\n'];
  const run = await runTool(
    node('', {
      args: ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...words],
      memoryBytes: 30_000_000_000,
    }),
    tools.cage,
  );
  expect(JSON.parse(run.stdout.toString())).toEqual(words);
  await expect(stat(join(directory, 'pwned'))).rejects.toThrow('ENOENT');
});
