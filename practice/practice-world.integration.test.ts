/** The whole practice world as a program: real processes, real sockets, real bodies. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');
const CLOCK = '--clock=stepped:2026-11-01T00:00:00Z';
const SMALL = '--players=2000';

interface Ready {
  readonly ready: true;
  readonly url: string;
  readonly riotBaseUrl: string;
  readonly staticBaseUrl: string;
  readonly footballBaseUrl: string;
  readonly clipSiteUrl: string;
  readonly keys: { readonly tft: string; readonly lol: string; readonly football: string };
}

async function startProgram(...args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, exited, ready: JSON.parse(line) as Ready };
}

async function ask({ riotBaseUrl, keys }: Ready, route: string, path: string): Promise<string> {
  const key = path.startsWith('lol/') ? keys.lol : keys.tft;
  const response = await fetch(`${riotBaseUrl.replace('{route}', route)}/${path}`, {
    headers: { 'X-Riot-Token': key },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${route}/${path}: ${response.status} ${text}`);
  return text;
}

/** As a crawler goes: from the ladder to a player, to the player's list, to the newest body; and what it saw on the way. */
async function crawl(ready: Ready): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const game of ['tft', 'lol'] as const) {
    const ladder =
      game === 'tft' ? 'tft/league/v1/entries/GOLD/II' : 'lol/league/v4/entries/RANKED_SOLO_5x5/GOLD/II';
    const listed = (seen[`${game} ladder`] = await ask(ready, 'euw1', ladder));
    const [first] = JSON.parse(listed) as { puuid: string }[];
    const matches = game === 'tft' ? 'tft/match/v1/matches' : 'lol/match/v5/matches';
    const ids = (seen[`${game} ids`] = await ask(ready, 'europe', `${matches}/by-puuid/${first?.puuid}/ids`));
    const [newest = ''] = JSON.parse(ids) as string[];
    seen[`${game} match ${newest}`] = await ask(ready, 'europe', `${matches}/${newest}`);
    if (game === 'lol') seen['lol timeline'] = await ask(ready, 'europe', `${matches}/${newest}/timeline`);
    expect(seen[`${game} match ${newest}`]).toContain(first?.puuid);
  }
  const football = { headers: { 'x-apisports-key': ready.keys.football } };
  seen['football'] = await (await fetch(`${ready.footballBaseUrl}/fixtures?live=all`, football)).text();
  const clips = await (await fetch(`${ready.clipSiteUrl}/api/search?q=(goal)`)).text();
  // Its addresses are whole; the port is another one each time.
  seen['clips'] = clips.replaceAll(ready.url, '');
  seen['versions'] = await (await fetch(`${ready.staticBaseUrl}/ddragon/api/versions.json`)).text();
  return seen;
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'it starts, says so in one line, and stops on %s',
  async (signal) => {
    const { child, exited, ready } = await startProgram('--port=0', '--seed=7', SMALL, CLOCK);

    expect(ready).toEqual({
      ready: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown,
      riotBaseUrl: `${ready.url}/{route}`,
      staticBaseUrl: ready.url,
      footballBaseUrl: `${ready.url}/football`,
      clipSiteUrl: `${ready.url}/clips`,
      keys: {
        tft: expect.stringMatching(/^RGAPI-/) as unknown,
        lol: expect.stringMatching(/^RGAPI-/) as unknown,
        football: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      },
    });
    const headers = { 'X-Riot-Token': ready.keys.tft };
    const { headers: answered } = await fetch(`${ready.url}/euw1/tft/status/v1/platform-data`, { headers });
    expect(answered.get('x-app-rate-limit')).toBe('20:1,100:120');
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
  },
);

test('arguments that make no sense are refused in words', async () => {
  const child = spawn(process.execPath, [MAIN, '--port', 'four'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];

  expect(code).toBe(2);
  expect(said).toMatch(/--port is "four"; expected JSON/);
  expect(said).toContain('--profile');
});

test('after a restart every answer is the same, byte for byte; another seed is another world', async () => {
  const settings = ['--profile=unlimited', SMALL, CLOCK];
  const first = await startProgram(...settings);
  const before = await crawl(first.ready);
  first.child.kill('SIGKILL');
  await first.exited;
  const second = await startProgram(...settings);
  const other = await startProgram('--seed=8', ...settings);

  expect(await crawl(second.ready)).toEqual(before);
  expect(await crawl(other.ready)).not.toEqual(before);
});

test('the truth is told at the side door, and by no Riot route', async () => {
  const { ready } = await startProgram('--profile=unlimited', SMALL, CLOCK);
  const read = async (path: string) =>
    (await fetch(`${ready.url}${path}`)).json() as Promise<Record<string, unknown>>;
  const { players, total } = await read('/practice/truth/players?from=5&count=3');
  const all = await read('/practice/truth/players?count=1000');

  expect(total).toBe(2000);
  expect(players).toMatchObject([{ index: 5 }, { index: 6 }, { index: 7 }]);

  // To nine digits, which is as many as a body has, no number of the one is a number of the other.
  const secrets = numbersIn(all).map((value) => Math.abs(value).toFixed(12).slice(0, -3));
  const told = Object.values(await crawl(ready)).join('\n');
  const numbers = new Set(told.match(/\d+\.\d{9}/g));
  expect(secrets.length).toBeGreaterThan(1000);
  expect(secrets.filter((secret) => numbers.has(secret))).toEqual([]);
  expect(told).not.toMatch(/"(form|skill|strength|effects|tilt)"/);
});

/** Numbers with a fraction; whole ones prove nothing. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return Number.isInteger(value * 1000) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
