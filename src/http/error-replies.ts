/**
 * Sends every refusal as `application/problem+json`, wherever it comes from: a route, a hook, the router, or Node's
 * parser before there even is a request. A failure on our side is logged here, with all that the answer leaves out.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRouteTable } from './route-table.ts';
import { toHttpProblem, toParserProblem } from './error-map.ts';
import { HttpProblem, toProblemBody } from './problems.ts';

const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

/** Must run before any route is added: it also learns the routes, to say which methods an address has. */
export function addErrorReplies(server: FastifyInstance): void {
  const routes = createRouteTable();
  server.addHook('onRoute', routes.add);
  server.setErrorHandler(replyWithProblem);
  server.after(() => {
    // Unknown addresses count against the client's rate limit like any other.
    server.setNotFoundHandler({ preHandler: server.rateLimit() }, (request, reply) => {
      const methods = routes.methodsAt(pathOf(request));
      const problem =
        methods.length > 0 && !methods.includes(request.method)
          ? new HttpProblem('method-not-allowed', `This address answers ${methods.join(', ')}.`, {
              headers: { allow: methods.join(', ') },
            })
          : new HttpProblem('not-found', 'There is nothing here.');
      return replyWithProblem(problem, request, reply);
    });
  });
}

function replyWithProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = isCutOff(request)
    ? new HttpProblem('invalid-request', 'The request ended before its body did.')
    : isGivenUp(error, reply)
      ? new HttpProblem('invalid-request', 'The client left before its answer.')
      : toHttpProblem(error);
  if (problem.status >= 500) {
    const level = problem.code === 'internal' ? 'error' : 'warn';
    request.log[level]({ err: problem.cause ?? problem, route: request.routeOptions.url }, 'request failed');
  }
  // The body is made here, so that no route's response schema can cut it down.
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...problem.headers })
    .type(PROBLEM_JSON)
    .send(JSON.stringify(toProblemBody(problem, request.id)));
}

/** For `frameworkErrors`: addresses so broken that no hook runs. */
export function replyToBrokenAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void replyWithProblem(error, request, reply);
}

/** For `clientErrorHandler`: there is no request, so the answer is written to the socket by hand. */
export function replyToBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = toParserProblem(error.code);
  const body = JSON.stringify(toProblemBody(problem, randomUUID()));
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `Content-Type: ${PROBLEM_JSON}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** The client went away while it was still sending: its reset must not look like a store that is down. */
function isCutOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** The work was given up because nobody waits for it any more: that is no failure, and nobody hears the answer. */
function isGivenUp(error: unknown, { raw }: FastifyReply): boolean {
  return raw.destroyed && error instanceof Error && error.name === 'AbortError';
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}
