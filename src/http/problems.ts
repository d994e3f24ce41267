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
  internal: { status: 500, title: 'Internal Server Error' },
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

/** Something we need is away; the client may simply try again. */
export function unavailable(detail: string, options: HttpProblemOptions = {}): HttpProblem {
  return new HttpProblem('unavailable', detail, {
    ...options,
    headers: { 'retry-after': '5', ...options.headers },
  });
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
