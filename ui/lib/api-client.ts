/**
 * Calls to the HTTP API, typed by the contract. A call gives the answer or throws an `ApiProblem`;
 * the caller's own abort passes through as it is.
 *
 * Answers are checked against their schemas in development builds only (see contract-check.ts).
 */
import type { ApiAnswers } from '#/contract/api-answers.ts';

import { ApiProblem, isProblem } from './api-problem.ts';

const TIMEOUT_MS = 10_000;

/** What stands in braces in a path, as text: `{ id: string }` for `/api/tft/matches/{id}`. */
type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Readonly<Record<Name, string>> & ParametersOf<Rest>
  : unknown;

type CallOptions<Path extends string> = {
  readonly signal?: AbortSignal;
  /** Of the address, ready to stand behind `?`. */
  readonly query?: string;
  readonly timeoutMs?: number;
} & (unknown extends ParametersOf<Path> ? unknown : { readonly parameters: ParametersOf<Path> });

/** Options may be left out where none of them is needed. */
type CallArguments<Path extends string> =
  unknown extends ParametersOf<Path> ? [options?: CallOptions<Path>] : [options: CallOptions<Path>];

export interface ApiClient {
  readonly get: <P extends keyof ApiAnswers>(path: P, ...more: CallArguments<P>) => Promise<ApiAnswers[P]>;
}

export interface ApiClientDeps {
  readonly fetch: typeof globalThis.fetch;
  /** Throws when the answer is not what the contract promises. */
  readonly check: (path: keyof ApiAnswers, body: unknown) => Promise<void>;
}

export function createApiClient(deps: ApiClientDeps): ApiClient {
  return {
    get: async (path, ...[options = {}]) => {
      const { signal, timeoutMs = TIMEOUT_MS } = options;
      const address = addressOf(path, options);
      const response = await request(deps.fetch, address, { signal, timeoutMs });
      const body = await readBody(response, path);
      if (!response.ok) throw toProblem(response, path, body);
      await deps.check(path, body);
      return body as ApiAnswers[typeof path];
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

interface Patience {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

async function request(
  fetch: ApiClientDeps['fetch'],
  path: string,
  { signal, timeoutMs }: Patience,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(path, {
      headers: { accept: 'application/json, application/problem+json' },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const detail = timeout.aborted
      ? `No answer to ${path} within ${timeoutMs / 1000} seconds.`
      : `The request for ${path} did not get through. Gamekeeper may be stopped, or the network is gone.`;
    throw new ApiProblem(
      { code: 'unreachable', title: 'Gamekeeper does not answer', detail },
      { cause: error },
    );
  }
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
