import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  FEW_GAMES,
  makeDataDirectory,
  readRunningStatus,
  runCommand,
  startProduct,
  stopProduct,
  type Product,
  WITHOUT_CLIPS,
} from './support/product.ts';

describe('a first start', () => {
  const directory = makeDataDirectory();
  let product: Product;
  let url: string;
  beforeAll(async () => {
    product = startProduct(directory.path, WITHOUT_CLIPS);
    url = await product.ready;
  });
  afterAll(async () => {
    product.process.kill('SIGTERM');
    await product.ended;
    directory.remove();
  });

  test('runs every part, embedded', async () => {
    const status = await readRunningStatus(url);

    expect(status.state).toBe('running');
    expect(status.parts.map(({ id, mode, state }) => [id, mode, state])).toEqual([
      ['postgres', 'embedded', 'running'],
      ['clickhouse', 'embedded', 'running'],
      ['jobs', 'built-in', 'running'],
      ['scheduler', 'built-in', 'running'],
      ['live', 'built-in', 'running'],
      ['projector', 'built-in', 'running'],
      ['practice', 'built-in', 'running'],
    ]);
    expect(status.processes).toMatchObject([
      { pid: product.process.pid, roles: ['api', 'worker', 'projector', 'scheduler'] },
    ]);
  });

  test('prints an admin token that opens what is closed', async () => {
    const token = String(product.said.find(({ event }) => event === 'admin-token')?.['token']);
    const ask = (authorization: string) => fetch(`${url}/api/admin/whoami`, { headers: { authorization } });

    expect((await ask(`Bearer ${token}`)).status).toBe(200);
    expect((await ask(`Bearer ${token}x`)).status).toBe(401);
    expect(product.log()).not.toContain(token);
  });

  test('a second start on the same data directory is told who holds it', async () => {
    const second = await runCommand(directory.path, ['up']);

    expect(second.code).toBe(1);
    expect(second.err).toContain(`is in use by Gamekeeper (process ${product.process.pid}`);
    expect(second.err).toContain(url);
    expect(second.err).not.toMatch(/\n\s+at /);
  });

  test('`status` finds it by its data directory', async () => {
    await readRunningStatus(url);
    const { code, out } = await runCommand(directory.path, ['status']);

    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ event: 'status', running: true, state: 'running', url });
  });

  test('`doctor` looks at the running stores and finds no error', async () => {
    const { code, out } = await runCommand(directory.path, ['doctor']);

    expect(out).toMatch(/PostgreSQL.*embedded, running, version 18/);
    expect(code).toBe(0);
  });

  test('`token` replaces the token of the running process at once', async () => {
    const old = String(product.said.find(({ event }) => event === 'admin-token')?.['token']);
    const { code, out } = await runCommand(directory.path, ['token']);
    const fresh = (JSON.parse(out) as { token: string }).token;
    const ask = (token: string) =>
      fetch(`${url}/api/admin/whoami`, { headers: { authorization: `Bearer ${token}` } });

    expect(code).toBe(0);
    expect([(await ask(fresh)).status, (await ask(old)).status]).toEqual([200, 401]);
  });

  test('`migrate` beside it changes nothing', async () => {
    const { code, out } = await runCommand(directory.path, ['migrate']);

    expect(code).toBe(0);
    expect(out).toContain('"store":"PostgreSQL","applied":[]');
  });
});

test('stops on SIGTERM with exit code 143 within 10 s; the next start keeps data and token', async () => {
  const directory = makeDataDirectory();
  onTestFinished(directory.remove);
  const first = startProduct(directory.path, { ...WITHOUT_CLIPS, ...FEW_GAMES });
  await first.ready;
  const askedAt = performance.now();

  expect(await stopProduct(first)).toEqual({ code: 143, signal: null });
  expect(performance.now() - askedAt).toBeLessThan(10_000);

  const second = startProduct(directory.path, WITHOUT_CLIPS);
  await second.ready;
  expect(second.said.map(({ event }) => event)).toEqual(['ready']);
  expect(await stopProduct(second)).toEqual({ code: 143, signal: null });
});

test('a taken port is told before anything else is started', async () => {
  const directory = makeDataDirectory();
  onTestFinished(directory.remove);
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };

  const { code, err } = await runCommand(directory.path, ['up'], { PORT: String(port) });

  expect(code).toBe(1);
  expect(err).toContain(`Port ${port} on 127.0.0.1 is already in use.`);
  expect(err).toContain('PORT=');
});

test('an address that others can reach is refused without token and name', async () => {
  const directory = makeDataDirectory();
  onTestFinished(directory.remove);

  const { code, err } = await runCommand(directory.path, ['up'], { HOST: '0.0.0.0' });

  expect(code).toBe(1);
  expect(err).toMatch(/refuses to listen on 0\.0\.0\.0[\s\S]*gamekeeper token[\s\S]*PUBLIC_URL/);
});
