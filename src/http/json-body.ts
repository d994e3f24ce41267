/**
 * The only body this API reads is JSON. Refused before anything is built from it: nesting that could exhaust a stack
 * further in, keys that reach for prototypes, and text that is none. An empty body is `undefined`, so that a schema can ask for one.
 */
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from './problems.ts';

export function addJsonBody(server: FastifyInstance, limits: { readonly jsonDepth: number }): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (isDeeperThan(limits.jsonDepth, body)) {
      done(
        new HttpProblem('invalid-request', `The body is nested more than ${limits.jsonDepth} levels deep.`),
      );
    } else {
      // Fastify types the parser as if it might return a promise; it always calls back.
      void parse(request, body, (error, value: unknown) =>
        done(error ?? (BROKEN_TEXT.test(body) && holdsBrokenText(value) ? brokenText() : null), value),
      );
    }
  });
}

/** As JSON has to write them; bodies without such an escape are not walked through. */
const BROKEN_TEXT = /\\u(?:0000|d[89a-f])/i;

/** A NUL, which PostgreSQL refuses wherever it stands, or half of a surrogate pair, which no two programs read alike. */
function holdsBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some((entry) => entry.some(holdsBrokenText));
}

function brokenText(): HttpProblem {
  return new HttpProblem('invalid-request', 'The body holds a NUL character or half of a surrogate pair.');
}

/** Counts brackets outside of strings; what is not JSON at all is left for the parser to refuse. */
export function isDeeperThan(maxDepth: number, json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (inString) {
      if (character === BACKSLASH) at++;
      else if (character === QUOTE) inString = false;
    } else if (character === QUOTE) inString = true;
    else if (character === OPEN_BRACKET || character === OPEN_BRACE) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (character === CLOSE_BRACKET || character === CLOSE_BRACE) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
