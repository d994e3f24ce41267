import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { isStoreOutage } from '../store-outage.ts';
import { createDatabase } from './database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.query('create table note (text text primary key)');
});
afterAll(() => db.drop());

test('a transaction that throws leaves nothing behind', async () => {
  const failing = db.database.transaction(async (tx) => {
    await tx.query('insert into note values ($1)', ['lost']);
    throw new Error('stop');
  });

  await expect(failing).rejects.toThrow('stop');
  expect(await db.database.query('select * from note')).toEqual([]);
});

test('a connection that the server ends fails only its own statement', async () => {
  const failing = db.database.transaction(async (tx) => {
    await tx.query('select pg_terminate_backend(pg_backend_pid())');
  });

  await expect(failing).rejects.toThrow(/terminat/);
  expect(await db.database.query('select 1 as one')).toEqual([{ one: 1 }]);
});

/** A server that is told to stop while it lets somebody in: its welcome and its goodbye are one packet. */
const WELCOME_AND_GOODBYE = Buffer.concat([
  message('R', '\0\0\0\0'),
  message('Z', 'I'),
  message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
]);

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

test('a server that says goodbye in the packet of its welcome fails the transaction, not the process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(WELCOME_AND_GOODBYE));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const database = createDatabase({
    connection: { host: '127.0.0.1', port, user: 'u', database: 'd', password: new Secret('p') },
    applicationName: 'test',
    maxConnections: 1,
    statementTimeoutMs: 1_000,
    log: pino({ level: 'silent' }),
  });
  onTestFinished(async () => {
    await database.close();
    server.close();
  });

  const failure = await database.transaction(async () => 'done').catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(Error);
  expect(isStoreOutage(failure)).toBe(true);
});
