import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerUnderTest } from '../server-under-test.ts';

const PAGE = '<!doctype html><html lang="en"><title>Page</title>';
let root: string;
let server: FastifyInstance;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'gamekeeper-ui-'));
  const ui = join(root, 'ui');
  mkdirSync(join(ui, 'assets'), { recursive: true });
  writeFileSync(join(ui, 'index.html'), PAGE);
  writeFileSync(join(ui, 'mark.svg'), '<svg/>');
  writeFileSync(join(ui, '.env'), 'SECRET=canary');
  writeFileSync(join(ui, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(root, 'outside.txt'), 'canary');
  ({ server } = await createServerUnderTest({ settings: { uiDirectory: ui } }));
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const open = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  server.inject({ url, headers });

test.each(['/', '/index.html', '/status', '/players/euw1/Somebody?tab=2', '/apiary'])(
  '%s is the page, asked for anew each time',
  async (url) => {
    const response = await open(url);
    expect([response.statusCode, response.body]).toEqual([200, PAGE]);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
  },
);

test('the page of a practice world says so before it has asked anything', async () => {
  const { server: practice } = await createServerUnderTest({
    settings: { uiDirectory: join(root, 'ui'), practiceFor: ['A_KEY', 'B_KEY'] },
  });
  const { body } = await practice.inject({ url: '/tft', headers: { accept: 'text/html' } });
  expect(body).toBe('<!doctype html><html data-practice="A_KEY B_KEY" lang="en"><title>Page</title>');
  await practice.close();
});

test('assets carry their hash in the name and may be kept for ever', async () => {
  const response = await open('/assets/main-abc123.js');
  expect(response.body).toBe('export {};');
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(response.headers['content-type']).toContain('javascript');
});

test('other files of the build are served, but asked for anew', async () => {
  const response = await open('/mark.svg');
  expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
});

test.each([
  '/assets/gone-1.js',
  '/gone.svg',
  '/api',
  '/api/',
  '/api/gone',
  '/assets/',
  '/assets/main-abc123.js/',
])('%s is missing, and is told so instead of getting the page', async (url) => {
  const response = await open(url);
  expect(response.json()).toMatchObject({ status: 404, code: 'not-found' });
  expect(response.headers['cache-control']).toBe('no-store');
});

test('a script that asks for something missing does not get the page', async () => {
  expect((await open('/gone', { accept: 'application/json' })).statusCode).toBe(404);
  expect((await open('/gone', { accept: '*/*', 'sec-fetch-mode': 'cors' })).statusCode).toBe(404);
  expect((await open('/gone', { accept: '*/*', 'sec-fetch-mode': 'navigate' })).statusCode).toBe(200);
});

test.each([
  '/.env',
  '/assets/.env',
  '/assets/../.env',
  '/assets/..%2f.env',
  '/assets/%2e%2e/%2e%2e/outside.txt',
  '/..%2foutside.txt',
  '/assets/..\\..\\outside.txt',
  '//outside.txt',
  '/assets//main-abc123.js%00.txt',
])('nothing outside of the build is served: %s', async (url) => {
  const response = await open(url);
  expect(response.body).not.toContain('canary');
  expect([200, 400, 403, 404]).toContain(response.statusCode);
});

test('the page cannot be posted to', async () => {
  const response = await server.inject({ method: 'POST', url: '/status' });
  expect(response.json()).toMatchObject({ status: 405, code: 'method-not-allowed' });
});

test('before the page is built, the start page says how to build it', async () => {
  const { server: bare } = await createServerUnderTest({ settings: { uiDirectory: join(root, 'missing') } });
  const response = await bare.inject('/');
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('npm start');
  expect((await bare.inject('/assets/x.js')).statusCode).toBe(404);
  await bare.close();
});

test('the files of a page are not taken from what a client may ask of the API', async () => {
  const small = await createServerUnderTest({
    settings: { uiDirectory: join(root, 'ui'), rateLimitPerMinute: 1 },
  });
  for (let file = 0; file < 5; file += 1) await small.server.inject('/assets/main-abc123.js');

  expect((await small.server.inject('/api/status')).statusCode).toBe(200);
  await small.server.close();
});
