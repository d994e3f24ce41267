import { expect, test } from 'vitest';
import { createRouteTable } from './route-table.ts';

const table = createRouteTable();
table.add({ url: '/*', method: 'GET' });
table.add({ url: '/api/account/:id', method: ['GET', 'HEAD'] });
table.add({ url: '/api/account/:id', method: 'DELETE' });
table.add({ url: '/api/account/new', method: 'POST' });
table.add({ url: '/api/docs/static/*', method: 'GET' });

test.each([
  ['/api/account/7', ['DELETE', 'GET', 'HEAD']],
  ['/api/account/new', ['DELETE', 'GET', 'HEAD', 'POST']],
  ['/api/docs/static/a/b.css', ['GET']],
  ['/some/page', ['GET']],
  ['/api/account', []],
  ['/api/account/', []],
  ['/api/account/7/more', []],
  ['/api', []],
])('%s answers %j', (path, methods) => {
  expect(table.methodsAt(path)).toEqual(methods);
});
