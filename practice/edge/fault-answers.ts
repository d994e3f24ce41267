/** Answers that come instead of the true one: 429s that are nobody's limit, and servers that are ill. */
import { errorAnswer, htmlAnswer, type Answer } from './answer.ts';
import type { Hit, InsteadRule } from './fault-plan.ts';
import type { Headers } from './rate-headers.ts';

export interface FaultAnswer {
  readonly answer: Answer;
  readonly headers: Headers;
  /** False: it comes from before or behind the edge that counts, and carries no rate-limit headers, although it was counted. */
  readonly showsCounts: boolean;
  /** The name under which a 429 is told of. */
  readonly limitType?: string;
}

const STATUSES = [500, 502, 503, 504, 520, 522, 524];
const BODIES = ['json', 'html', 'empty'] as const;
/** From here on it is the content network's page, not the API's. */
const FIRST_NETWORK_STATUS = 520;

/** Null: there is no answer at all, the connection is cut. */
export function toFaultAnswer({ rule, roll }: Hit<InsteadRule>): FaultAnswer | null {
  switch (rule.kind) {
    case 'cut-connection':
      return null;
    case 'service-429':
      return limited('service', [
        'X-Rate-Limit-Type',
        'service',
        'Retry-After',
        String(rule.retryAfterSeconds ?? 1 + Math.floor(roll(1) * 5)),
      ]);
    case 'unknown-429': {
      const type = rule.type ?? 'quota';
      const after = rule.retryAfterSeconds;
      return limited('unknown', [
        'X-Rate-Limit-Type',
        type,
        ...(after === undefined ? [] : ['Retry-After', String(after)]),
      ]);
    }
    case 'bare-429':
      return limited('none', []);
    case 'server-429':
      return {
        answer: errorAnswer(429, 'server rate limit exceeded'),
        headers: ['X-Rate-Limit-Type', 'server', 'Retry-After', String(5 + Math.floor(roll(1) * 17))],
        showsCounts: false,
        limitType: 'server',
      };
    case 'server-error':
      return serverError(pick(rule.statuses ?? STATUSES, roll(1)), pick(rule.bodies ?? BODIES, roll(2)));
    default:
      return rule satisfies never;
  }
}

function limited(limitType: string, headers: Headers): FaultAnswer {
  return { answer: errorAnswer(429, 'Rate limit exceeded'), headers, showsCounts: true, limitType };
}

function serverError(status: number, body: (typeof BODIES)[number]): FaultAnswer {
  const page = `<html><head><title>${status}</title></head><body><h1>Error ${status}</h1></body></html>`;
  const answer =
    body === 'json'
      ? errorAnswer(status, status === 503 ? 'Service unavailable' : 'Internal server error')
      : htmlAnswer(status, body === 'html' ? page : '');
  return { answer, headers: [], showsCounts: status < FIRST_NETWORK_STATUS };
}

function pick<T>(choices: readonly T[], roll: number): T {
  const picked = choices[Math.floor(roll * choices.length)];
  if (picked === undefined)
    throw new Error(`nothing to choose from: ${choices.length} choices, roll ${roll}`);
  return picked;
}
