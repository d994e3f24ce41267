/** A bare Fastify route that has an answer ready: no hooks, no checks, no headers but the type. Its argument is the body, its message the port. */
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { endWithParent, programArgument } from '../harness/programs.ts';

const bytes = Buffer.from(programArgument() as string);
const server = fastify();
server.get('/api/tft/explore', (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(bytes),
);
await server.listen({ host: '127.0.0.1', port: 0 });
endWithParent();
process.send?.((server.server.address() as AddressInfo).port);
