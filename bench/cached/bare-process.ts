/** The product's server, with all that stands in front of a route, and one answer in its cache. Its argument is the number of rows. */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createLiveHub } from '../../src/http/live/live-hub.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { sampleStatus } from '../../src/http/server-under-test.ts';
import { createAdminActionsUnderTest } from '../../src/http/admin/admin-actions-under-test.ts';
import { createFootballAccessUnderTest } from '../../src/http/football/football-access-under-test.ts';
import { createJobsAccessUnderTest } from '../../src/http/jobs/jobs-access-under-test.ts';
import { createLolAccessUnderTest } from '../../src/http/lol/lol-access-under-test.ts';
import { createOperationsAccessUnderTest } from '../../src/http/operations/operations-access-under-test.ts';
import { createEmptyExplorer, createTftAccessUnderTest } from '../../src/http/tft/tft-access-under-test.ts';
import { sampleAnswer } from './sample-answer.ts';

const log = pino({ level: 'info' }, pino.destination(2));
const answer = sampleAnswer(Number(process.argv[2]));
const server = await createHttpServer({
  log,
  settings: {
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    allowedHosts: [],
    trustProxy: false,
    rateLimitPerMinute: 999_999_999,
    uiDirectory: '/there/is/no/such/directory',
  },
  live: createLiveHub({ topics: [], log }),
  metrics: new Registry(),
  version: '1.2.3',
  status: async () => sampleStatus(),
  readiness: async () => ({ ready: true, reasons: [] }),
  checkAdminToken: async () => false,
  adminActions: createAdminActionsUnderTest(),
  patches: {
    list: async () => ({ patches: [], undated: [] }),
    change: async () => null,
    task: async () => undefined,
  },
  tft: createTftAccessUnderTest({ explorer: createEmptyExplorer({ explore: async () => answer }) }),
  lol: createLolAccessUnderTest(),
  football: createFootballAccessUnderTest(),
  jobs: createJobsAccessUnderTest(),
  operations: createOperationsAccessUnderTest(),
});
await server.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => 'ready' });
const { port } = server.server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ port })}\n`);
// Ends with whoever started it, however that ends.
process.stdin.resume().once('end', () => process.exit(0));
