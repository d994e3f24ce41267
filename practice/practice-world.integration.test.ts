/** The practice world as a separate program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

function startProgram(...args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return { child, closed };
}

test('says in one line that it is ready, answers, and stops on SIGTERM', async () => {
  const { child, closed } = startProgram('--players=500', '--clock=stepped:2026-11-01T00:00:00Z');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const ready = JSON.parse(line) as { readonly url: string; readonly keys: { readonly tft: string } };
  const { url } = ready;

  expect(ready).toEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown,
    riotBaseUrl: `${url}/{route}`,
    staticBaseUrl: url,
    footballBaseUrl: `${url}/football`,
    clipSiteUrl: `${url}/clips`,
    keys: {
      tft: expect.stringMatching(/^RGAPI-/) as unknown,
      lol: expect.stringMatching(/^RGAPI-/) as unknown,
      football: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
    },
  });
  const headers = { 'X-Riot-Token': ready.keys.tft };
  const { headers: answered } = await fetch(`${url}/euw1/tft/status/v1/platform-data`, { headers });
  expect(answered.get('x-app-rate-limit')).toBe('20:1,100:120');
  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
});

test('refuses arguments that make no sense, and shows the usage', async () => {
  const { child, closed } = startProgram('--port', 'four');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));

  expect(await closed).toEqual([2, null]);
  expect(said).toMatch(/--port is "four"; expected JSON[^]+--profile/);
});
