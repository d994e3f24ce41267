import { expect, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { createScrubbedLog } from './log.ts';

const CANARY = 'canary-key-0123456789';

function logged(write: (log: ReturnType<typeof createScrubbedLog>) => void, secrets: Secret[] = []): string {
  const lines: string[] = [];
  write(createScrubbedLog({ level: 'debug', secrets }, { write: (line) => void lines.push(line) }));
  expect(lines.join('')).not.toBe('');
  return lines.join('');
}

test.each<[string, (log: ReturnType<typeof createScrubbedLog>) => void]>([
  ['in a message', (log) => log.info(`key is ${CANARY}`)],
  ['in a field', (log) => log.info({ anything: { deep: CANARY } }, 'x')],
  ['in an error and its cause', (log) => log.error(new Error(`bad ${CANARY}`, { cause: new Error(CANARY) }))],
  ['in Base64', (log) => log.info({ header: `Basic ${Buffer.from(CANARY).toString('base64')}` }, 'x')],
  ['percent-encoded in an address', (log) => log.info({ url: `/x?key=${encodeURIComponent(CANARY)}` }, 'x')],
])('a known secret is scrubbed %s', (_where, write) => {
  expect(logged(write, [new Secret(CANARY)])).not.toContain(CANARY);
});

test('the password inside a secret address is scrubbed also on its own', () => {
  const secret = new Secret('postgres://me:hunter2%21long@db/games');

  expect(logged((log) => log.info('auth failed for hunter2%21long or hunter2!long'), [secret])).not.toMatch(
    /hunter2/,
  );
});

test('user and password of a secret address are scrubbed as a header carries them', () => {
  const secret = new Secret('http://reader:hunter2%21long@ch:8123');
  const header = Buffer.from('reader:hunter2!long').toString('base64');

  expect(logged((log) => log.info(`sent ${header}`), [secret])).not.toContain(header);
});

test.each<[string, object]>([
  ['at the top', { password: CANARY }],
  ['in headers', { headers: { authorization: `Bearer ${CANARY}` } }],
  ['however deep', { err: { request: { options: { headers: { 'X-Riot-Token': CANARY } } } } }],
  ['in a list of an error', { err: Object.assign(new Error('x'), { tries: [{ apiKey: CANARY }] }) }],
  ['as a list', { headers: { 'set-cookie': [`a=${CANARY}`, `b="${CANARY}"`] } }],
  ['with quotes and backslashes', { secret: `"\\"${CANARY}\\` }],
])('a field with the name of a secret is hidden %s, even if the value is unknown', (_where, fields) => {
  const line = logged((log) => log.info(fields, 'x'));
  expect(line).not.toContain(CANARY);
  expect(JSON.parse(line)).toMatchObject({ msg: 'x' });
});

test.each([
  'RGAPI-01234567-89ab-cdef-0123-456789abcdef',
  'gk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'Bearer a.stranger-s_token/with+signs=',
])('%s is recognised by its form, anywhere in a line', (secret) => {
  const value = secret.replace('Bearer ', '');
  const line = logged((log) => log.warn({ err: new Error(`refused: ${secret}, again`) }, `sent ${secret}.`));
  expect(line).not.toContain(value);
});

test('what only sounds like a secret stays', () => {
  const line = logged((log) =>
    log.info({ tokens: 3, secrets: 'none', queue: 'password-reset' }, 'token refused'),
  );
  expect(JSON.parse(line)).toMatchObject({
    tokens: 3,
    secrets: 'none',
    queue: 'password-reset',
    msg: 'token refused',
  });
});

test('each line carries the process and its roles, unless it has those of a worker', () => {
  const lines: string[] = [];
  const log = createScrubbedLog(
    { level: 'info', secrets: [], roles: ['api', 'worker'] },
    { write: (line) => void lines.push(line) },
  );
  log.info('own');
  log.info({ pid: 7, roles: 'worker' }, 'relayed');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { pid: process.pid, roles: 'api,worker', msg: 'own' },
    { pid: 7, roles: 'worker', msg: 'relayed' },
  ]);
  expect(lines[1]?.match(/"pid"/g)).toHaveLength(1);
});
