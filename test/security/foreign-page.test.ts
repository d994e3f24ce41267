/**
 * A page of another site, open in the reader's own browser, tries everything that a browser lets pages try. The browser is real, and so is
 * what it says of where each request comes from.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { createServerUnderTest, type ServerUnderTest } from '../../src/http/server-under-test.ts';
import { browser, openPage } from '../support/pages.ts';

const INJECTED = `<!doctype html><title>quiet</title><body onload="document.title = 'ran'">
  <script>document.title = 'ran'</script>
  <img src="/nothing.png" onerror="document.title = 'ran'">
  <img src="FOREIGN/leak.png"><script src="FOREIGN/evil.js"></script>
  <iframe srcdoc="<script>parent.document.title = 'ran'</script>"></iframe>
  <form id="form" action="FOREIGN/form"><input name="a" value="b"></form>
  <a id="trap" href="javascript:document.title = 'ran'">x</a>`;

let under: ServerUnderTest;
let ours: string;
let foreign: Server;
let foreignOrigin: string;
let foreignPage = '';
const heardByForeign: string[] = [];
const worked: string[] = [];
const answered: string[] = [];

beforeAll(async () => {
  under = await createServerUnderTest();
  addProbes();
  ours = (await listen(under.server, { host: '127.0.0.1', port: 0 })).url;
  foreign = createServer((request, response) => {
    heardByForeign.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/' ? foreignPage : 'x');
  }).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  // Another name than ours: for the browser, another site.
  foreignOrigin = `http://localhost:${(foreign.address() as AddressInfo).port}`;
});
afterAll(async () => {
  foreign.close();
  await under.server.close();
});
beforeEach(() => {
  for (const list of [heardByForeign, worked, answered]) list.length = 0;
});

function addProbes(): void {
  const { server } = under;
  const work = async ({ method }: { readonly method: string }): Promise<object> => {
    worked.push(method);
    return { worked: true };
  };
  server.get('/api/probe/work', { config: { policy: 'open' } }, work);
  server.post('/api/probe/work', { config: { policy: 'open' } }, work);
  server.get('/api/probe/page', { config: { policy: 'open' } }, (_request, reply) =>
    reply.type('text/html').send(INJECTED.replaceAll('FOREIGN', foreignOrigin)),
  );
  server.addHook('onResponse', async ({ method, url, headers }, { statusCode }) => {
    if (url.startsWith('/api/'))
      answered.push(`${method} ${headers['sec-fetch-dest'] ?? 'none'} ${statusCode}`);
  });
}

/** What a page of another site can do without asking anybody. */
function attack(target: string): string {
  return `<!doctype html><title>busy</title><body><a id="link" href="${target}">a link</a><script>
    const target = '${target}';
    const settled = (promise) => promise.then(() => 'got through', () => 'failed');
    const loaded = (tag, attribute) => new Promise((done) => {
      const element = document.createElement(tag);
      element.onload = element.onerror = () => done('tried');
      element[attribute] = target;
      document.body.append(element);
    });
    const form = (enctype) => new Promise((done) => {
      const frame = document.createElement('iframe');
      frame.name = 'frame' + enctype;
      const form = Object.assign(document.createElement('form'), { action: target, method: 'post', enctype, target: frame.name });
      form.append(Object.assign(document.createElement('input'), { name: '{"a":"', value: '"}' }));
      document.body.append(frame, form);
      frame.onload = () => done('tried');
      form.submit();
    });
    const socket = () => new Promise((done) => {
      const one = new WebSocket('${ours.replace('http', 'ws')}/api/live');
      one.onopen = () => done('got through');
      one.onclose = () => done('failed');
    });
    (async () => {
      const results = {
        read: await settled(fetch(target)),
        blind: await settled(fetch(target, { mode: 'no-cors' })),
        json: await settled(fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })),
        text: await settled(fetch(target, { method: 'POST', mode: 'no-cors', body: '{}' })),
        beacon: navigator.sendBeacon(target, '{}') ? 'tried' : 'failed',
        image: await loaded('img', 'src'),
        script: await loaded('script', 'src'),
        video: await Promise.race([loaded('video', 'src'), new Promise((done) => setTimeout(done, 500, 'tried'))]),
        frame: await loaded('iframe', 'src'),
        urlencoded: await form('application/x-www-form-urlencoded'),
        plain: await form('text/plain'),
        socket: await socket(),
      };
      document.body.dataset.results = JSON.stringify(results);
      document.title = 'done';
    })();
  </script>`;
}

test('nothing that a foreign page loads, sends or opens has any work done here; a link that somebody follows does', async () => {
  foreignPage = attack(`${ours}/api/probe/work`);
  const { page } = await openPage(await browser(), `${foreignOrigin}/`);
  await page.waitForFunction("document.title === 'done'");
  const results = JSON.parse((await page.getAttribute('body', 'data-results')) ?? '{}') as Record<
    string,
    string
  >;

  expect(results).toMatchObject({ read: 'failed', json: 'failed', socket: 'failed' });
  expect(worked).toEqual([]);
  expect(new Set(answered.map((line) => line.split(' ').at(-1)))).toEqual(new Set(['403']));
  expect(answered.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(
    expect.arrayContaining([
      'GET image',
      'GET script',
      'GET iframe',
      'GET empty',
      'POST empty',
      'POST iframe',
    ]),
  );

  await page.click('#link');
  await page.waitForURL(`${ours}/**`);
  expect(worked).toEqual(['GET']);
});

test('a page of this server that somebody smuggled markup into runs none of it and tells nobody', async () => {
  const { page } = await openPage(await browser(), `${ours}/api/probe/page`);
  await page.click('#trap');
  await page.waitForLoadState('networkidle');
  expect(await page.title()).toBe('quiet');

  await page.evaluate("document.getElementById('form').submit()");
  await page.waitForLoadState('networkidle');
  expect(heardByForeign).toEqual([]);
});
