/** `/api/lol/reports`: weekly reports, as JSON, as a page for reading and printing, and made on demand. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  LolReportsQuery,
  LolReportWish,
  type LolReports,
  type LolStoredReport,
} from '#/contract/lol-reports.ts';
import { parseDay } from '#/domain/lol/history/local-clock.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { LolReportsAccess } from './reports-access.ts';
import { toReportPage } from './reports-page.ts';

const REPORT = Type.Unsafe<LolStoredReport>(Type.Ref('LolStoredReport'));
const ID = Type.Object({ id: Type.String({ format: 'uuid' }) });

export function addReportsRoutes(server: FastifyInstance, reports: LolReportsAccess): void {
  addList(server, reports);
  addRead(server, reports);
  addDownloads(server, reports);
  addMake(server, reports);
}

function addList(server: FastifyInstance, reports: LolReportsAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/lol/reports',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['lol'],
        operationId: 'listLolReports',
        summary: 'Weekly reports that were made',
        querystring: LolReportsQuery,
        response: { 200: Type.Unsafe<LolReports>(Type.Ref('LolReports')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ query }, reply) => reply.header('cache-control', 'no-store').send(await reports.list(query)),
  );
}

function addRead(server: FastifyInstance, reports: LolReportsAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/lol/reports/:id',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['lol'],
        operationId: 'getLolReport',
        summary: 'One weekly report',
        params: ID,
        response: { 200: REPORT, ...PROBLEM_RESPONSE },
      },
    },
    async ({ params }, reply) =>
      reply.header('cache-control', 'no-store').send(await find(reports, params.id)),
  );
}

/** The same as a file: `?download` has the browser save it instead of showing it. */
function addDownloads(server: FastifyInstance, reports: LolReportsAccess): void {
  const querystring = Type.Object({
    download: Type.Optional(Type.String({ maxLength: 10, description: 'Save it as a file.' })),
  });
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/lol/reports/:id.html',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['lol'],
        operationId: 'getLolReportPage',
        summary: 'One weekly report as a page that stands alone and prints well',
        params: ID,
        querystring,
        response: {
          200: { description: 'The page.', content: { 'text/html': { schema: Type.String() } } },
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async ({ params, query }, reply) => {
      const stored = await find(reports, params.id);
      if (query.download !== undefined) reply.header('content-disposition', attachment(stored, 'html'));
      return reply
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(toReportPage(stored));
    },
  );
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/lol/reports/:id.json',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['lol'],
        operationId: 'downloadLolReport',
        summary: 'One weekly report as a file',
        params: ID,
        response: { 200: REPORT, ...PROBLEM_RESPONSE },
      },
    },
    async ({ params }, reply) => {
      const stored = await find(reports, params.id);
      reply.header('content-disposition', attachment(stored, 'json'));
      return reply.header('cache-control', 'no-store').send(stored);
    },
  );
}

function addMake(server: FastifyInstance, reports: LolReportsAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/api/lol/reports',
    {
      config: { policy: 'admin' },
      schema: {
        tags: ['lol', 'admin'],
        operationId: 'makeLolReport',
        summary: 'Make a weekly report now',
        description: 'One of the same week is replaced. A week that is not over yet is told as far as it is.',
        body: LolReportWish,
        response: { 201: REPORT, ...PROBLEM_RESPONSE },
      },
    },
    async ({ body }, reply) => {
      if (body.week !== undefined && parseDay(body.week) === undefined) {
        const expected = 'A day of the calendar, for example 2026-11-09.';
        throw new HttpProblem('invalid-request', `body/week is ${JSON.stringify(body.week)}. ${expected}`, {
          errors: [{ where: 'body/week', expected }],
        });
      }
      const made = await reports.make(body);
      if (made === undefined)
        throw new HttpProblem(
          'not-found',
          `No ${body.subject} ${body.id} is there: reports are made of tracked players and of groups.`,
        );
      return reply.code(201).header('cache-control', 'no-store').send(made);
    },
  );
}

async function find(reports: LolReportsAccess, id: string): Promise<LolStoredReport> {
  const stored = await reports.read(id);
  if (stored === undefined)
    throw new HttpProblem(
      'not-found',
      `There is no report ${id}. GET /api/lol/reports lists those that there are.`,
    );
  return stored;
}

/** In letters that every file system and header takes. */
function attachment({ report }: LolStoredReport, ending: 'html' | 'json'): string {
  const name = report.subject.name.replaceAll(/[^A-Za-z0-9._-]+/g, '_').slice(0, 60);
  return `attachment; filename="week-${report.week.from}-${name}.${ending}"`;
}
