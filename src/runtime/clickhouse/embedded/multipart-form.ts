/** Reads the `multipart/form-data` body that the client sends when parameters are too long for a URL: `query` and `param_*`. */
import { refuse } from './exceptions.ts';
import type { NamedValue } from './parameters.ts';

export interface FormFields {
  readonly query: string;
  readonly parameters: readonly NamedValue[];
}

export function boundaryOf(contentType: string | undefined): string | null {
  return /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType ?? '')?.[1] ?? null;
}

export function readForm(body: Buffer, boundary: string): FormFields {
  let query = '';
  const parameters: NamedValue[] = [];
  for (const [name, value] of partsOf(body, boundary)) {
    if (name === 'query') query = value;
    else if (name.startsWith('param_')) parameters.push([name.slice('param_'.length), value]);
    else
      throw refuse(
        'BAD_ARGUMENTS',
        `The form has a part ${JSON.stringify(name)}; expected query and param_<name>`,
      );
  }
  return { query, parameters };
}

function* partsOf(body: Buffer, boundary: string): Generator<NamedValue> {
  const delimiter = Buffer.from(`--${boundary}`);
  let at = body.indexOf(delimiter);
  while (at >= 0) {
    const start = at + delimiter.length;
    if (body.subarray(start, start + 2).toString() === '--') return;
    const next = body.indexOf(Buffer.from(`\r\n--${boundary}`), start);
    const headEnd = body.indexOf('\r\n\r\n', start);
    if (next < 0 || headEnd < 0 || headEnd > next) break;
    const head = body.subarray(start, headEnd).toString('utf8');
    const name = /\bname="([^"]*)"/i.exec(head)?.[1];
    if (name === undefined || /\bfilename=/i.test(head)) break;
    yield [name, body.subarray(headEnd + 4, next).toString('utf8')];
    at = next + 2;
  }
  throw refuse('BAD_ARGUMENTS', 'The multipart/form-data body is malformed or carries a file');
}
