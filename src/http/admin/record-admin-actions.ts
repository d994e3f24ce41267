/**
 * Every change that the admin asks for leaves a row: before it is made, so that none is made of which there is no row, and again with what
 * came of it. A change whose row cannot be written is refused. One whose end cannot be written stays without an end, which says just that.
 *
 * Which routes are meant follows from their policy and method; no route has to think of it, and none can forget it. Who only tried, with a
 * wrong token or a request that does not fit, changed nothing and is in the log alone: strangers must not be able to fill the table.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { AdminActionLog } from './admin-action-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The number of its row, once there is one. */
    adminAction: number | null;
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const MAX_SENT = 2_000;
const MAX_PATH = 1_000;
/** Behind a proxy it is what the proxy wrote down. */
const MAX_CLIENT = 100;

/** Must run before any admin route is added, and after the policies of routes are known. */
export function addAdminActionRecord(server: FastifyInstance, actions: AdminActionLog): void {
  server.decorateRequest('adminAction', null);
  // After validation: what is in the row then has the form that the route expects.
  const begin = async (request: FastifyRequest): Promise<void> => {
    request.adminAction = await actions.begin({
      method: request.method,
      route: request.routeOptions.url ?? '',
      path: (request.url.split('?', 1)[0] ?? '').slice(0, MAX_PATH),
      sent: sentBy(request),
      client: addressOf(request),
      requestId: request.id,
    });
  };
  // Before the answer leaves: whoever has it finds the row complete.
  const end = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const id = request.adminAction;
    request.adminAction = null;
    try {
      if (id !== null) await actions.end(id, reply.statusCode);
    } catch (error) {
      request.log.error({ err: error, action: id }, 'the end of an admin action could not be written');
    }
    return payload;
  };
  server.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.policy !== 'admin' || [route.method].flat().every((name) => READING.has(name))) return;
    route.preHandler = [begin, route.preHandler ?? []].flat();
    route.onSend = [end, route.onSend ?? []].flat();
  });
}

/** A connection that was reset a moment ago has no address any more. */
function addressOf({ ip }: { readonly ip: string | undefined }): string {
  return ip === undefined ? 'gone' : ip.slice(0, MAX_CLIENT);
}

/** Null where there was neither a query nor a body. */
function sentBy({ query, body }: FastifyRequest): string | null {
  const hasQuery = typeof query === 'object' && query !== null && Object.keys(query).length > 0;
  const sent = { ...(hasQuery && { query }), ...(body !== undefined && body !== null && { body }) };
  return Object.keys(sent).length === 0 ? null : JSON.stringify(sent).slice(0, MAX_SENT);
}
