/**
 * The catalogue of everything the API may answer instead of what was asked for. A route that must refuse throws an
 * `HttpProblem`; `error-map.ts` turns that, and every other error, into the body that is sent.
 */
import type { Problem, ProblemCode } from '#/contract/problem.ts';

/** Titles are those of the status (RFC 9457 asks for it while `type` is `about:blank`). */
export const PROBLEMS: Readonly<Record<ProblemCode, { readonly status: number; readonly title: string }>> = {
  'invalid-request': { status: 400, title: 'Bad Request' },
  unauthenticated: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  'not-found': { status: 404, title: 'Not Found' },
  'method-not-allowed': { status: 405, title: 'Method Not Allowed' },
  timeout: { status: 408, title: 'Request Timeout' },
  conflict: { status: 409, title: 'Conflict' },
  'too-large': { status: 413, title: 'Content Too Large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported Media Type' },
  'too-many-requests': { status: 429, title: 'Too Many Requests' },
  'upstream-not-configured': { status: 424, title: 'Failed Dependency' },
  internal: { status: 500, title: 'Internal Server Error' },
  'upstream-unavailable': { status: 502, title: 'Bad Gateway' },
  unavailable: { status: 503, title: 'Service Unavailable' },
  'too-much-work': { status: 504, title: 'Gateway Timeout' },
};

export interface HttpProblemOptions extends ErrorOptions {
  /** Where the catalogue's status is too coarse, for example 431 for `too-large`. */
  readonly status?: { readonly code: number; readonly title: string };
  readonly errors?: NonNullable<Problem['errors']>;
  readonly reasons?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is not the one hoped for. `detail` is sent to the client: it says what to do and nothing of our insides. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly code: ProblemCode;
  readonly detail: string;
  readonly status: number;
  readonly title: string;
  readonly errors: Problem['errors'];
  readonly reasons: readonly string[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: HttpProblemOptions = {}) {
    super(`${code}: ${detail}`, options);
    this.code = code;
    this.detail = detail;
    this.status = options.status?.code ?? PROBLEMS[code].status;
    this.title = options.status?.title ?? PROBLEMS[code].title;
    this.errors = options.errors;
    this.reasons = options.reasons;
    this.headers = options.headers ?? {};
  }
}

/**
 * This process cannot answer now: it starts, stops, is overloaded, or one of its own stores does not answer. A proxy may
 * read 503 as "use another process", so it is never sent for the fault of an upstream API.
 */
export function unavailable(detail: string, options: HttpProblemOptions = {}): HttpProblem {
  return withRetryAfter('unavailable', detail, options);
}

/** An upstream API does not answer, answers wrongly, or its rate limit is used up. The same request may succeed later. */
export function upstreamUnavailable(detail: string, options: HttpProblemOptions = {}): HttpProblem {
  return withRetryAfter('upstream-unavailable', detail, options);
}

function withRetryAfter(code: ProblemCode, detail: string, options: HttpProblemOptions): HttpProblem {
  return new HttpProblem(code, detail, { ...options, headers: { 'retry-after': '5', ...options.headers } });
}

export function toProblemBody(problem: HttpProblem, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: problem.title,
    status: problem.status,
    code: problem.code,
    detail: problem.detail,
    requestId,
    ...(problem.errors && { errors: problem.errors }),
    ...(problem.reasons && { reasons: [...problem.reasons] }),
  };
}
