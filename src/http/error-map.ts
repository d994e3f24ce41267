/**
 * The one place where an error becomes an answer. What we threw on purpose is told; what the framework or Node's parser
 * refused is told in our words; everything else is a fault of ours, of which the client learns the request id alone.
 */
import type { FastifyError } from 'fastify';
import { JobsNotReady } from '#/runtime/jobs/job-engine.ts';
import { HttpProblem, unavailable } from './problems.ts';
import { isDamage } from '#/runtime/clickhouse/part-health.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import { toFaults } from './validation-faults.ts';

const HEADERS_TOO_LARGE = { code: 431, title: 'Request Header Fields Too Large' };
export const ADDRESS_TOO_LONG = { code: 414, title: 'URI Too Long' };

/** Fastify's own refusals, by its stable codes. */
const FRAMEWORK_PROBLEMS: Readonly<Record<string, () => HttpProblem>> = {
  FST_ERR_NOT_FOUND: () => new HttpProblem('not-found', 'There is nothing here.'),
  FST_ERR_BAD_URL: () =>
    new HttpProblem(
      'invalid-request',
      'The path is not valid: a % must be followed by two hex digits of UTF-8 text.',
    ),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new HttpProblem('too-large', 'A part of the path is too long.', { status: ADDRESS_TOO_LONG }),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new HttpProblem('too-large', 'The body is larger than this server accepts.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => notJson(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new HttpProblem('invalid-request', 'The body does not have the length that Content-Length says.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new HttpProblem('invalid-request', 'The body is empty; expected JSON.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new HttpProblem('invalid-request', 'The body is not valid JSON.'),
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: () => notJson(),
  FST_ERR_HANDLER_TIMEOUT: () => unavailable('The answer took too long. Try again in a moment.'),
};

/** What Node's HTTP parser refuses before there is a request. */
const PARSER_PROBLEMS: Readonly<Record<string, () => HttpProblem>> = {
  HPE_HEADER_OVERFLOW: () =>
    new HttpProblem('too-large', 'The headers are larger than this server accepts.', {
      status: HEADERS_TOO_LARGE,
    }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new HttpProblem('too-large', 'The chunk extensions are larger than this server accepts.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new HttpProblem('timeout', 'The request did not arrive in time.'),
};

export function notJson(): HttpProblem {
  return new HttpProblem(
    'unsupported-media-type',
    'A body must be JSON, sent with Content-Type: application/json.',
  );
}

export function toHttpProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (isFrameworkError(error)) {
    if (error.validation) return toValidationProblem(error);
    const known = FRAMEWORK_PROBLEMS[error.code];
    if (known) return known();
    // A refusal that we have no words for: its status is right, its text is not ours to show.
    if (error.statusCode === 403) return new HttpProblem('forbidden', 'This is not allowed.');
    if (error.statusCode === 404) return new HttpProblem('not-found', 'There is nothing here.');
    if (isClientStatus(error.statusCode))
      return new HttpProblem('invalid-request', 'The request is not valid.');
  }
  if (isStoreOutage(error) || error instanceof JobsNotReady)
    return unavailable('A part that this needs does not answer. Try again in a moment.', { cause: error });
  if (isDamage(error))
    return unavailable('Some statistics cannot be read and are being restored. Try again in a minute.', {
      cause: error,
    });
  return new HttpProblem(
    'internal',
    'Something went wrong on our side. The server log has more under the request id.',
    { cause: error },
  );
}

export function toParserProblem(code: string | undefined): HttpProblem {
  const known = PARSER_PROBLEMS[code ?? ''];
  return known
    ? known()
    : new HttpProblem('invalid-request', 'This is not an HTTP request that can be understood.');
}

function toValidationProblem(error: FastifyError): HttpProblem {
  const errors = toFaults(error.validation ?? [], error.validationContext ?? 'request');
  return new HttpProblem('invalid-request', 'The request does not have the form that this address expects.', {
    errors,
  });
}

/** Only Fastify and its plugins: an error of some client library may carry a `statusCode` too, and that is not our answer. */
function isFrameworkError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('FST_')
  );
}

function isClientStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}
