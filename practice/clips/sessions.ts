/** Who is signed in: a cookie that is good until all are let expire. Any name and password will do; this is not a place for secrets. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mix } from '../randomness.ts';
import { sendText } from './send-media.ts';
import { loginPage } from './site-pages.ts';

export interface Sessions {
  isSignedIn(request: IncomingMessage): boolean;
  expireAll(): void;
  /** `GET` shows the form, `POST` takes it. */
  handle(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void>;
}

const COOKIE = 'clips_session';
const MAX_FORM_BYTES = 10_000;
/** Where somebody is sent back to must be a page of this site. */
const OWN_PAGE = /^\/clips\/[\w\-/?=&%.+~()]*$/;

export function createSessions(seed: number): Sessions {
  let generation = 0;
  const token = (): string => mix(seed, generation, 41).toString(16).padStart(8, '0');

  return {
    isSignedIn: (request) =>
      (request.headers.cookie ?? '').split(/;\s*/).includes(`${COOKIE}=${generation}.${token()}`),
    expireAll() {
      generation++;
    },
    async handle(request, response, query) {
      if (request.method !== 'POST') {
        sendText(response, 200, 'text/html; charset=utf-8', loginPage(query.get('next') ?? '/clips/search'));
        return;
      }
      const form = new URLSearchParams(await readForm(request));
      const next = form.get('next') ?? '';
      if ((form.get('name') ?? '') === '' || (form.get('password') ?? '') === '') {
        sendText(response, 200, 'text/html; charset=utf-8', loginPage(next));
        return;
      }
      response
        .writeHead(303, {
          Location: OWN_PAGE.test(next) ? next : '/clips/search',
          'Set-Cookie': `${COOKIE}=${generation}.${token()}; Path=/clips; HttpOnly; SameSite=Lax; Max-Age=2592000`,
        })
        .end();
    },
  };
}

async function readForm(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString();
    if (text.length > MAX_FORM_BYTES) return '';
  }
  return text;
}
