/** Every reader of requests and writer of answers without property tests beside it. */
import fc from 'fast-check';
import { isLoopback } from '#/http/bind-policy.ts';
import { toCsvLines, toFileName } from '#/http/csv-lines.ts';
import { createHostAllowList } from '#/http/host-allow-list.ts';
import { findTopic } from '#/http/live/feed.ts';
import { clientOf } from '#/http/rate-limits.ts';
import { createRouteTable } from '#/http/route-table.ts';
import { isAtHand } from '#/http/tft/sealed-answer.ts';
import { toFaults } from '#/http/validation-faults.ts';
import { hostileText } from './hostile-text.ts';
import { claim, testProperty, testReaders } from './test-property.ts';

const hosts = createHostAllowList({
  host: '0.0.0.0',
  publicUrl: 'https://games.example',
  allowedHosts: ['nas:8080'],
});
const names = fc.oneof(
  hostileText,
  fc.constantFrom(
    'localhost',
    'LOCALHOST.',
    '[::1]:80',
    'games.example',
    'nas:8080',
    'nas',
    'localhost:99999',
    'localhost@evil',
    '[::1',
    'evil.localhost',
  ),
  fc.domain(),
);
testProperty(
  'only names of ours are ours, however they are written, and any scheme is answered',
  fc.property(names, fc.oneof(hostileText, fc.constantFrom('http', 'https', 'a b', '%')), (host, scheme) => {
    const isOurs = hosts.allows(host);
    if (isOurs)
      claim(host.trim().toLowerCase()).toMatch(
        /^(?:localhost\.?|127\.0\.0\.1|\[[0:]*1\]|games\.example\.?|nas\.?(?=:8080$))(?::\d{1,5})?$/,
      );
    claim(hosts.originsFor(scheme, host)).toContain('https://games.example');
  }),
);

const cells = fc.oneof(
  hostileText,
  fc.constantFrom('=1', '+1', '-1', '@a', '\t=1', '\r=1', '"', 'a,b', 'a\r\nb'),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
testProperty(
  'a table for spreadsheets has the cells that it was given, and no formula',
  fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), hostileText, (line, name) => {
    const read = readCsv(toCsvLines([line]));
    claim(read).toHaveLength(line.length);
    for (const [at, cell] of line.entries())
      if (typeof cell === 'string') {
        claim(read[at]).not.toMatch(/^[=+\-@\t\r]/);
        claim([cell, `'${cell}`]).toContain(read[at]);
      }
    claim(toFileName([name])).toMatch(/^[A-Za-z0-9._-]{0,100}$/);
  }),
);

/** One line, as RFC 4180 has it. */
function readCsv(text: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const character of text.slice(0, -2)) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === ',' && !isQuoted) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

const complaints = fc.array(
  fc.record({
    keyword: fc.oneof(
      hostileText,
      fc.constantFrom('required', 'additionalProperties', 'type', 'enum', 'pattern', 'maximum'),
    ),
    instancePath: hostileText,
    params: fc.dictionary(
      fc.constantFrom('type', 'limit', 'requiredProperties', 'additionalProperties', 'allowedValues'),
      fc.oneof(hostileText, fc.double(), fc.array(hostileText)),
    ),
    message: fc.option(hostileText, { nil: undefined }),
  }),
  { maxLength: 30 },
);
testProperty(
  'complaints of a schema become short words, and never the value',
  fc.property(complaints, (all) => {
    const faults = toFaults(all, 'querystring');
    claim(faults.length).toBeLessThanOrEqual(10);
    claim(faults.filter(({ where }) => !where.startsWith('query'))).toEqual([]);
  }),
);

const topics = [{ name: 'account/:id', snapshot: async () => null }];
const routes = createRouteTable();
routes.add({ url: '/api/x/:id', method: 'GET' });
testReaders({
  'a topic is found by its whole name': (text) => {
    const found = findTopic(topics, text);
    return found === undefined || text === `account/${found.params['id']}`;
  },
  'a route has its method, where one part stands for the id': (text) =>
    routes.methodsAt(`/api/x/${text}`).join() === (text === '' || text.includes('/') ? '' : 'GET'),
  'a version is found beside any other, and not in nothing': (text) =>
    isAtHand(`${text}, W/"x"`, 'W/"x"') && !isAtHand(undefined, text),
  'no address without a 1 is this machine': (text) => !isLoopback(text) || /1|localhost/.test(text),
});

testProperty(
  'all addresses of one household are one client',
  fc.property(
    fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 }),
    fc.nat({ max: 0xffff }),
    (parts, last) => {
      const one = parts.map((part) => part.toString(16)).join(':');
      const other = [...parts.slice(0, 4), 1, 2, 3, last].map((part) => part.toString(16)).join(':');
      claim(clientOf({ ip: one })).toBe(clientOf({ ip: other }));
      claim(typeof clientOf({ ip: undefined })).toBe('string');
    },
  ),
);
