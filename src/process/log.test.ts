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

test('fields with telling names are hidden even if nobody knew the value', () => {
  expect(
    logged((log) => log.info({ password: CANARY, headers: { authorization: CANARY } }, 'x')),
  ).not.toContain(CANARY);
});
