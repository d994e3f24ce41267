/**
 * For machines that watch: is the process alive (`/healthz`), should it get traffic (`/readyz`).
 * The first touches nothing, so that a store that is down never gets a healthy process killed.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { unavailable } from '../problems.ts';

export interface Readiness {
  readonly ready: boolean;
  /** Names of the parts that are in the way. */
  readonly reasons: readonly string[];
}

export interface HealthDeps {
  readonly readiness: () => Promise<Readiness>;
  readonly readinessTimeoutMs: number;
}

/** Reasons are names; whatever else a caller puts there stays inside. */
const PART_NAME = /^[a-z][a-z0-9-]{0,39}$/;

export function addHealthRoutes(server: FastifyInstance, deps: HealthDeps): void {
  const typed = server.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    '/healthz',
    {
      config: { policy: 'open', anyHost: true, rateLimit: false },
      schema: {
        tags: ['health'],
        summary: 'Is the process alive?',
        response: { 200: Type.Object({ status: Type.Literal('ok') }), ...PROBLEM_RESPONSE },
      },
    },
    async () => ({ status: 'ok' as const }),
  );
  typed.get(
    '/readyz',
    {
      config: { policy: 'open', anyHost: true },
      schema: {
        tags: ['health'],
        summary: 'Do all parts that requests need answer?',
        description: 'Answers 503 with the names of the missing parts in `reasons` while they do not.',
        response: { 200: Type.Object({ status: Type.Literal('ready') }), ...PROBLEM_RESPONSE },
      },
    },
    async (_request, reply) => {
      const { ready, reasons } = await withinTime(deps);
      if (ready) {
        reply.header('cache-control', 'no-store');
        return { status: 'ready' as const };
      }
      const names = reasons.map((reason) => (PART_NAME.test(reason) ? reason : 'other'));
      throw unavailable(`Not ready: ${names.join(', ') || 'other'}.`, { reasons: names });
    },
  );
}

/** A store that hangs is as much in the way as one that refuses. */
export async function withinTime({ readiness, readinessTimeoutMs }: HealthDeps): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Readiness>((resolve) => {
    timer = setTimeout(() => resolve({ ready: false, reasons: ['timeout'] }), readinessTimeoutMs);
  });
  try {
    return await Promise.race([readiness(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
