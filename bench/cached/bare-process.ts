/** A bare Fastify route that has the same bytes ready: no hooks, no checks, no headers but the type. Its argument is the number of rows. */
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { sealExploration } from '../../src/http/tft/sealed-answer.ts';
import { sampleAnswer } from './sample-answer.ts';

const { bytes, contentType } = sealExploration(sampleAnswer(Number(process.argv[2])), '');
const server = fastify();
server.get('/api/tft/explore', (_request, reply) => reply.header('content-type', contentType).send(bytes));
await server.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ port })}\n`);
// Ends with whoever started it, however that ends.
process.stdin.resume().once('end', () => process.exit(0));
