import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createScratch } from './fixtures/scratch.ts';
import { boundLog, lastLines, logFileIn, openLog, putLogAside } from './postmaster.ts';

test('a log that grew too large is moved aside while it is written, and nothing is written twice', async () => {
  const { root } = await createScratch();
  const path = logFileIn(root);
  const writer = await openLog(path);
  await writer.appendFile('first\n'.repeat(100));

  await boundLog(path, 1_000);
  expect((await stat(path)).size).toBe(600);
  await boundLog(path, 599);
  await writer.appendFile('second\n');
  await writer.close();

  expect(await readFile(path, 'utf8')).toBe('second\n');
  expect(await readFile(`${path}.old`, 'utf8')).toBe('first\n'.repeat(100));
});

test('a start keeps one older log', async () => {
  const { root } = await createScratch();
  const path = logFileIn(root);
  await putLogAside(path);
  for (const text of ['oldest', 'older']) {
    await writeFile(path, text);
    await putLogAside(path);
  }

  expect(await readFile(`${path}.old`, 'utf8')).toBe('older');
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

test('the last lines are those of the last start, and only its owner can read the log', async () => {
  const { root } = await createScratch();
  const path = logFileIn(root);
  await (await openLog(path)).close();
  await appendFile(path, 'before\n');
  const from = (await stat(path)).size;
  expect(await lastLines(path, from, 5)).toEqual([]);
  await appendFile(path, `${'x'.repeat(20_000)}\none\n\ntwo\nthree\n`);

  expect(await lastLines(path, from, 2)).toEqual(['two', 'three']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
