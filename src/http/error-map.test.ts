import { errorCodes } from 'fastify';
import { expect, test } from 'vitest';
import { JobsNotReady } from '#/runtime/jobs/job-engine.ts';
import { toHttpProblem, toParserProblem } from './error-map.ts';
import { HttpProblem, PROBLEMS, toProblemBody } from './problems.ts';

test('what a route threw on purpose is kept as it is', () => {
  const problem = new HttpProblem('conflict', 'A sync of this account is running.');
  expect(toHttpProblem(problem)).toBe(problem);
  expect(toProblemBody(problem, 'id-1')).toEqual({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'conflict',
    detail: 'A sync of this account is running.',
    requestId: 'id-1',
  });
});

test('every code of the contract has a status that fits its name', () => {
  const oursToMend = Object.entries(PROBLEMS).flatMap(([code, { status }]) => (status >= 500 ? [code] : []));
  expect(oursToMend).toEqual(['internal', 'upstream-unavailable', 'unavailable', 'too-much-work']);
});

test.each([
  [new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), 413, 'too-large'],
  [new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('x'), 415, 'unsupported-media-type'],
  [new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), 400, 'invalid-request'],
  [new errorCodes.FST_ERR_BAD_URL('x'), 400, 'invalid-request'],
  [new errorCodes.FST_ERR_NOT_FOUND(), 404, 'not-found'],
  [new errorCodes.FST_ERR_HANDLER_TIMEOUT('1', 'x'), 503, 'unavailable'],
])('Fastify refuses: %s', (error, status, code) => {
  expect(toHttpProblem(error)).toMatchObject({ status, code });
});

test.each([
  ['HPE_HEADER_OVERFLOW', 431, 'too-large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'timeout'],
  ['HPE_INVALID_METHOD', 400, 'invalid-request'],
  [undefined, 400, 'invalid-request'],
])('the parser refuses: %s', (parserCode, status, code) => {
  expect(toParserProblem(parserCode)).toMatchObject({ status, code });
});

test('a store that is down asks the client to try again', () => {
  const problem = toHttpProblem(
    Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  );
  expect(problem).toMatchObject({ status: 503, code: 'unavailable', headers: { 'retry-after': '5' } });
  expect(JSON.stringify(toProblemBody(problem, 'id'))).not.toContain('5432');
});

test('work that is asked for before there can be any asks the client to try again', () => {
  const problem = toHttpProblem(new JobsNotReady('jobs are not available yet: secret_host'));
  expect(problem).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(JSON.stringify(toProblemBody(problem, 'id'))).not.toContain('secret_host');
});

test.each([
  new Error('relation "secret_table" does not exist'),
  Object.assign(new Error('upstream said secret_table'), { statusCode: 404, code: 'UND_ERR_RESPONSE' }),
  'secret_table',
])('everything else is a fault of ours, told without inner text: %s', (error) => {
  const problem = toHttpProblem(error);
  expect(problem).toMatchObject({ status: 500, code: 'internal' });
  expect(problem.cause).toBe(error);
  expect(JSON.stringify(toProblemBody(problem, 'id'))).not.toContain('secret_table');
});
