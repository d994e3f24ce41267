import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { UserError } from '#/domain/user-error.ts';
import { listen } from './listen.ts';
import { createServerUnderTest, type ServerUnderTest } from './server-under-test.ts';

const opened: ServerUnderTest[] = [];
afterEach(async () => {
  for (const { server } of opened.splice(0)) await server.close();
});

async function newServer() {
  const under = await createServerUnderTest();
  opened.push(under);
  return under.server;
}

test('says where it listens, also when any free port was asked for', async () => {
  const listening = await listen(await newServer(), { host: '127.0.0.1', port: 0 });
  expect(listening.port).toBeGreaterThan(0);
  expect(listening.url).toBe(`http://127.0.0.1:${listening.port}`);
  expect((await fetch(`${listening.url}/healthz`)).status).toBe(200);
});

test('a taken port is told with its number and the way out', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as AddressInfo;
  const failure = await listen(await newServer(), { host: '127.0.0.1', port }).catch(
    (error: unknown) => error,
  );
  holder.close();
  expect(failure).toBeInstanceOf(UserError);
  expect(failure).toMatchObject({
    message: `Port ${port} on 127.0.0.1 is already in use.`,
    hint: expect.stringContaining('PORT='),
  });
});

test('an address that this machine does not have is told as such', async () => {
  // 192.0.2.0/24 is reserved for documentation and belongs to no machine.
  const failure = await listen(await newServer(), { host: '192.0.2.1', port: 0 }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(UserError);
  expect(failure).toMatchObject({ hint: expect.stringContaining('HOST') });
});
