/**
 * The built web page. Files under `/assets` carry a hash of their content in their name and may be kept for ever;
 * `index.html` names them and is asked for anew each time. Any other address that a person opens gets `index.html`, whose
 * router knows the pages; below `/api` nothing falls back, so that a wrong address there stays an error.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpSettings } from '../http-settings.ts';
import { isApiPath } from '../route-table.ts';

/** A page is some thirty files, and a file costs next to nothing: they are not taken from what a client may ask of the API. */
const FILES_PER_MINUTE = 6_000;

/** No dot-files, no way up, nothing to decode: what the build makes never needs more. */
const PLAIN_FILE = /^(?:[a-z0-9_-][a-z0-9._-]*\/)*[a-z0-9_-][a-z0-9._-]*\.[a-z0-9]+$/i;

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gamekeeper</title>
<h1>Gamekeeper runs, but its web page is not built</h1>
<p>Stop it and start it with <code>npm start</code>, which builds the page first, or build it now with <code>npx vite build ui</code> and reload.</p>
<p>The API works meanwhile: <a href="/api/docs">/api/docs</a>, <a href="/api/status">/api/status</a>.</p>
</html>
`;

type UiSettings = Pick<HttpSettings, 'uiDirectory' | 'practiceFor'>;

export async function addUiRoutes(server: FastifyInstance, settings: UiSettings): Promise<void> {
  const { uiDirectory: directory } = settings;
  // Only for `reply.sendFile`: the routes are ours, so each has its policy and its caching.
  await server.register(fastifyStatic, {
    root: directory,
    serve: false,
    cacheControl: false,
    dotfiles: 'ignore',
    suppressWarning: true,
  });

  const options = { config: { policy: 'open' as const }, schema: { hide: true } };
  const ofFiles = {
    config: { ...options.config, rateLimit: { max: FILES_PER_MINUTE, timeWindow: 60_000 } },
    schema: options.schema,
  };
  server.get<{ Params: { '*': string } }>('/assets/*', ofFiles, (request, reply) => {
    const file = `assets/${request.params['*']}`;
    if (!PLAIN_FILE.test(file)) return reply.callNotFound();
    return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(file, directory);
  });
  server.get<{ Params: { '*': string } }>('/*', options, async (request, reply) => {
    const path = request.params['*'];
    if (isApiPath(`/${path}`)) return reply.callNotFound();
    if (PLAIN_FILE.test(path) && path !== 'index.html') {
      return reply.header('cache-control', 'no-cache').sendFile(path, directory);
    }
    if (!wantsPage(request)) return reply.callNotFound();
    return sendPage(reply, settings);
  });
}

async function sendPage(
  reply: FastifyReply,
  { uiDirectory, practiceFor = [] }: UiSettings,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8');
  let page: string;
  try {
    page = await readFile(join(uiDirectory, 'index.html'), 'utf8');
  } catch {
    // Missing is a state, not a fault: in development the page is served by Vite.
    return reply.header('cache-control', 'no-store').send(NOT_BUILT);
  }
  return reply
    .header('cache-control', 'no-cache')
    .send(
      practiceFor.length === 0
        ? page
        : page.replace('<html ', `<html data-practice="${practiceFor.join(' ')}" `),
    );
}

/** A person who opens an address asks for HTML; a script or image that is missing must not get a page instead. */
function wantsPage(request: FastifyRequest): boolean {
  if (request.url === '/') return true;
  const { accept, 'sec-fetch-mode': mode } = request.headers;
  if (mode !== undefined) return mode === 'navigate';
  return accept === undefined || /text\/html|\*\/\*/.test(accept);
}
