import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { secretFiles } from '#/config.ts';

test('the file of each secret is known, wherever it was named; what stands in the environment is in no file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gamekeeper-secret-files-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(
    join(directory, '.env'),
    'ADMIN_TOKEN=x\nRIOT_TFT_API_KEY=x\nAPI_FOOTBALL_KEY_FILE=football\nPORT=1\nS3_SECRET_ACCESS_KEY=\n',
  );
  const environment = {
    RIOT_TFT_API_KEY: 'x',
    RIOT_LOL_API_KEY_FILE: '/run/secrets/lol',
    HOST_FILE: 'not-a-secret',
  };
  expect(secretFiles({ environment, directory })).toEqual([
    { name: 'ADMIN_TOKEN', path: join(directory, '.env') },
    { name: 'RIOT_LOL_API_KEY', path: '/run/secrets/lol' },
    { name: 'API_FOOTBALL_KEY', path: join(directory, 'football') },
  ]);
});
