/**
 * `/api/docs`: the API's description as a page to read and try. Swagger UI comes with its package, so it works without
 * the internet and under the same content policy as our own page: no inline script, no eval, no foreign host.
 */
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { declarePluginPolicy } from '../route-policy.ts';

export async function addReference(server: FastifyInstance): Promise<void> {
  await server.register(async (scope) => {
    declarePluginPolicy(scope, 'open');
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      theme: { title: 'Gamekeeper API' },
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'list',
        deepLinking: true,
        displayRequestDuration: true,
      },
    });
  });
}
