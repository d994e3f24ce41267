/**
 * Deny by default: every route says who may call it, or it cannot be registered.
 *
 * `open`: anybody who reaches the server may read. `admin`: only the bearer of the admin token.
 * A plugin that makes routes of its own is registered in a scope for which `declarePluginPolicy` has spoken; nothing is
 * inferred from methods or paths.
 */
import type { FastifyInstance, onRequestAsyncHookHandler, RouteOptions } from 'fastify';

export type RoutePolicy = 'open' | 'admin';

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: RoutePolicy;
    /** Answers whatever name the request is addressed to: for probes that know only an IP address. */
    anyHost?: boolean;
  }
  interface FastifyInstance {
    pluginRoutePolicy: RoutePolicy | null;
  }
}

/** Must run before any route is added. `guard` stands in front of every admin route, after its rate limit. */
export function addRoutePolicy(server: FastifyInstance, guard: onRequestAsyncHookHandler): void {
  server.decorate('pluginRoutePolicy', null);
  server.addHook('onRoute', function (this: FastifyInstance, route: RouteOptions) {
    const policy = route.config?.policy ?? this.pluginRoutePolicy;
    if (policy !== 'open' && policy !== 'admin') {
      throw new Error(
        `Route ${[route.method].flat().join('|')} ${route.url} has no policy; expected config.policy 'open' or 'admin'`,
      );
    }
    route.config = { ...route.config, policy };
    if (policy === 'admin') route.onRequest = [route.onRequest ?? [], guard].flat();
  });
}

/** The routes that plugins add to `scope` get this policy. Only for scopes that hold nothing but one plugin. */
export function declarePluginPolicy(scope: FastifyInstance, policy: RoutePolicy): void {
  scope.decorate('pluginRoutePolicy', policy);
}
