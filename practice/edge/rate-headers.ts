/** The rate-limit headers of an answer, and what faults make of them. Names and values alternate, as `writeHead` takes them. */
import type { FaultPlan, Hit, HeaderRule } from './fault-plan.ts';
import type { Admission } from './gate.ts';

export type Headers = readonly string[];

/** What no client should trip over, or take for a limit. */
const GARBAGE = [
  '',
  'garbage',
  '20',
  '20:',
  ':1',
  '20:1,',
  ',,',
  '20;1',
  '0:0',
  '-1:-1',
  'NaN:NaN',
  '1e9:1',
  '20:1:5',
  `${'9'.repeat(400)}:1`,
];

/** Which headers a rule takes away. */
const GONE = {
  all: () => true,
  application: (name: string) => name.startsWith('X-App'),
  method: (name: string) => name.startsWith('X-Method'),
  counts: (name: string) => name.endsWith('-Count'),
  limits: (name: string) => !name.endsWith('-Count'),
} as const;

export function rateLimitHeaders({ application, method }: Admission, fault: Hit<HeaderRule> | null): Headers {
  const headers = [
    'X-App-Rate-Limit',
    application.limitHeader(),
    'X-App-Rate-Limit-Count',
    application.countHeader(),
    'X-Method-Rate-Limit',
    method.limitHeader(),
    'X-Method-Rate-Limit-Count',
    method.countHeader(),
  ];
  return fault === null ? headers : damage(headers, fault);
}

function damage(headers: Headers, { rule, roll }: Hit<HeaderRule>): Headers {
  if (rule.kind === 'garbage-headers')
    return headers.map((text, index) =>
      index % 2 === 0 ? text : (GARBAGE[Math.floor(roll(index) * GARBAGE.length)] ?? ''),
    );
  const isGone = GONE[rule.which ?? 'all'];
  return headers.filter((_, index) => !isGone(headers[index - (index % 2)] ?? ''));
}

export function refusalHeaders({ refusedBy, retryAfterSeconds }: Admission, plan: FaultPlan): Headers {
  if (refusedBy === null) return [];
  const type = ['X-Rate-Limit-Type', refusedBy];
  if (plan.retryAfter === 'missing') return type;
  return [...type, 'Retry-After', retryAfterText(retryAfterSeconds, plan.retryAfter)];
}

function retryAfterText(seconds: number, fault: Exclude<FaultPlan['retryAfter'], 'missing'>): string {
  switch (fault) {
    case null:
      return String(seconds);
    case 'zero':
      return '0';
    case 'absurd':
      return '99999999999999999999';
    case 'negative':
      return '-5';
    case 'garbage':
      return 'soon';
    case 'fraction':
      return String(seconds - 0.5);
    case 'date':
      return new Date(Date.now() + seconds * 1000).toUTCString();
    default:
      return fault satisfies never;
  }
}
