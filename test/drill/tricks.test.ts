/** A drill whose upstream answers correctly would always hold: which answers are spoilt, and that the proof knows what can never be read. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startMischief, type Trick } from './mischief.ts';
import { createTricks } from './tricks.ts';

const ids = Array.from({ length: 400 }, (_, number) => `EUW1_${7_000_000 + number}`);
const decide = (id: string, nth = 1, seed = 3): Trick | null =>
  createTricks(seed, () => 0).decide({
    path: `/europe/tft/match/v1/matches/${id}`,
    nth,
    query: new URLSearchParams(),
  });
const namesOf = (seed: number): (string | null)[] =>
  ids.map((id) => decide(id, 1, seed)).map((trick) => (trick && 'name' in trick ? trick.name : null));

test('most matches are left alone, and the same seed spoils the same ones', () => {
  const spoilt = namesOf(3).filter((name) => name !== null);

  expect(spoilt.length).toBeGreaterThan(120);
  expect(spoilt.length).toBeLessThan(280);
  expect(new Set(spoilt).size).toBeGreaterThan(15);
  expect(namesOf(3)).toEqual(namesOf(3));
  expect(namesOf(4)).not.toEqual(namesOf(3));
});

test('what passes is played once; what can never be read is played every time', () => {
  const { isRefused } = createTricks(3, () => 0);
  const isPlayedAgain = (id: string): boolean => decide(id, 2) !== null;

  expect(ids.filter(isRefused).length).toBeGreaterThan(8);
  expect(ids.filter(isRefused).every(isPlayedAgain)).toBe(true);
  expect(ids.filter((id) => decide(id) !== null && !isPlayedAgain(id)).length).toBeGreaterThan(50);
});

test('the world is asked also when something else is answered, and other answers pass unchanged', async () => {
  const calls: (string | undefined)[] = [];
  const world = createServer((request, response) => {
    calls.push(request.url);
    response.writeHead(200, { 'x-app-rate-limit': '20:1' }).end('{"id":1}');
  });
  const tricks: Trick[] = [{ kind: 'answer', name: 'ill', status: 503, body: 'sorry' }];
  const mischief = await startMischief(await listen(world), () => tricks.pop() ?? null);
  onTestFinished(() => mischief.stop());
  const get = () => fetch(mischief.baseUrl.replace('{route}', 'europe/some/path?x=1'));

  const [spoilt, unchanged] = [await get(), await get()];
  expect([spoilt.status, await spoilt.text()]).toEqual([503, 'sorry']);
  expect([unchanged.status, await unchanged.text()]).toEqual([200, '{"id":1}']);
  expect(unchanged.headers.get('x-app-rate-limit')).toBe('20:1');
  expect(calls).toEqual(['/europe/some/path?x=1', '/europe/some/path?x=1']);
  expect(mischief.done).toEqual({ ill: 1 });
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
