/**
 * Calls to the HTTP API, typed by the contract. A call gives the answer or throws an `ApiProblem`;
 * the caller's own abort passes through as it is.
 *
 * A change is sent as JSON even when it has no body: the server refuses what a plain form of another site could send. The admin token
 * goes where the caller says and nowhere else.
 *
 * Answers are checked against their schemas in development builds only (see contract-check.ts).
 */
import type { ApiAnswers } from '#/contract/api-answers.ts';
import type { ApiChange, ApiChangeAnswer, ApiChangeBody } from '#/contract/api-changes.ts';

import { ApiProblem, isProblem } from './api-problem.ts';

const TIMEOUT_MS = 10_000;
/** Longer than the server works on anything: whether a change was made, it should have said itself. */
const CHANGE_TIMEOUT_MS = 40_000;
const NO_CONTENT = 204;

/** What stands in braces in a path, as text: `{ id: string }` for `/api/tft/matches/{id}`. */
type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Readonly<Record<Name, string>> & ParametersOf<Rest>
  : unknown;

type CallOptions<Path extends string> = {
  readonly signal?: AbortSignal;
  /** Of the address, ready to stand behind `?`. */
  readonly query?: string;
  readonly timeoutMs?: number;
  /** The admin token, for what needs it. */
  readonly token?: string;
} & (unknown extends ParametersOf<Path> ? unknown : { readonly parameters: ParametersOf<Path> });

/** Options may be left out where none of them is needed. */
type CallArguments<Path extends string> =
  unknown extends ParametersOf<Path> ? [options?: CallOptions<Path>] : [options: CallOptions<Path>];

type PathOf<Change extends ApiChange> = Change extends `${string} ${infer Path}` ? Path : never;

export type ChangeOptions<Change extends ApiChange> = CallOptions<PathOf<Change>> &
  (ApiChangeBody<Change> extends null ? unknown : { readonly body: ApiChangeBody<Change> });

export interface ApiClient {
  readonly get: <P extends keyof ApiAnswers>(path: P, ...more: CallArguments<P>) => Promise<ApiAnswers[P]>;
  /** Not tried again by itself, ever: only the person knows whether it should be. */
  readonly change: <C extends ApiChange>(change: C, options: ChangeOptions<C>) => Promise<ApiChangeAnswer<C>>;
}

export interface ApiClientDeps {
  readonly fetch: typeof globalThis.fetch;
  /** Throws when the answer is not what the contract promises. */
  readonly check: (operation: keyof ApiAnswers | ApiChange, body: unknown) => Promise<void>;
}

export function createApiClient(deps: ApiClientDeps): ApiClient {
  return {
    get: async (path, ...[options = {}]) => {
      const { signal, timeoutMs = TIMEOUT_MS, token } = options;
      const asked = { address: addressOf(path, options), method: 'GET', token };
      const response = await request(deps.fetch, asked, { signal, timeoutMs });
      const body = await readAnswer(response, path);
      await deps.check(path, body);
      return body as ApiAnswers[typeof path];
    },
    change: async (change, options) => {
      const { signal, timeoutMs = CHANGE_TIMEOUT_MS, token } = options;
      const [method = '', path = ''] = change.split(' ');
      const body = 'body' in options ? JSON.stringify(options.body) : '';
      const asked = { address: addressOf(path, options), method, token, body };
      const response = await request(deps.fetch, asked, { signal, timeoutMs });
      const answer = await readAnswer(response, path);
      if (response.status !== NO_CONTENT) await deps.check(change, answer);
      return answer as ApiChangeAnswer<typeof change>;
    },
  };
}

function addressOf(
  path: string,
  options: { readonly query?: string; readonly parameters?: Readonly<Record<string, string>> },
): string {
  const { query = '', parameters = {} } = options;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${path} was called without a value for {${name}}`);
    return encodeURIComponent(value);
  });
  return query === '' ? filled : `${filled}?${query}`;
}

interface Asked {
  readonly address: string;
  readonly method: string;
  readonly token: string | undefined;
  /** JSON, or nothing; what only reads has none. */
  readonly body?: string;
}

interface Patience {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

async function request(
  fetch: ApiClientDeps['fetch'],
  asked: Asked,
  { signal, timeoutMs }: Patience,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(asked.address, {
      ...toInit(asked),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const detail = timeout.aborted
      ? `No answer to ${asked.address} within ${timeoutMs / 1000} seconds.`
      : `The request for ${asked.address} did not get through. Gamekeeper may be stopped, or the network is gone.`;
    throw new ApiProblem(
      { code: 'unreachable', title: 'Gamekeeper does not answer', detail },
      { cause: error },
    );
  }
}

function toInit({ method, token, body }: Asked): RequestInit {
  return {
    method,
    headers: {
      accept: 'application/json, application/problem+json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined || body === '' ? {} : { body }),
  };
}

async function readAnswer(response: Response, path: string): Promise<unknown> {
  if (response.status === NO_CONTENT) return null;
  const body = await readBody(response, path);
  if (!response.ok) throw toProblem(response, path, body);
  return body;
}

async function readBody(response: Response, path: string): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = `${path} answered ${response.status} with something that is not JSON. Is a proxy in between?`;
    const title = 'The answer could not be read';
    throw new ApiProblem({ code: 'unreadable', title, detail, status: response.status }, { cause: error });
  }
}

function toProblem(response: Response, path: string, body: unknown): ApiProblem {
  if (isProblem(body)) return new ApiProblem({ ...body, retryAfterMs: retryAfterOf(response) });
  const detail = `${path} answered ${response.status} without saying why.`;
  return new ApiProblem({ code: 'unreadable', title: 'The request failed', detail, status: response.status });
}

function retryAfterOf(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after');
  return seconds !== null && /^\d{1,4}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
