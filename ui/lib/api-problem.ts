/** Why a call to the API gave no answer: the server's own problem, or that there was none to be had. */
import type { Problem, ProblemCode } from '#/contract/problem.ts';

/** `unreachable`: nobody answered. `unreadable`: somebody answered, but not as the contract says. */
type ApiProblemCode = ProblemCode | 'unreachable' | 'unreadable';

interface ApiProblemFacts {
  readonly code: ApiProblemCode;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: Problem['errors'] | undefined;
  readonly retryAfterMs?: number | undefined;
}

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ApiProblemCode;
  readonly title: string;
  readonly detail: string | undefined;
  readonly status: number | undefined;
  /** Find this id in the server log. */
  readonly requestId: string | undefined;
  /** What exactly is wrong with the request, place by place. */
  readonly faults: NonNullable<Problem['errors']>;
  /** When the server would like to be asked again, if it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(facts: ApiProblemFacts, options?: ErrorOptions) {
    super(facts.detail ? `${facts.title}: ${facts.detail}` : facts.title, options);
    this.code = facts.code;
    this.title = facts.title;
    this.detail = facts.detail;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.faults = facts.errors ?? [];
    this.retryAfterMs = facts.retryAfterMs;
  }
}

export function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false;
  return 'code' in body && typeof body.code === 'string' && 'title' in body && typeof body.title === 'string';
}
