/**
 * What is asked of an operation, drawn by chance: as its description wants it, with one thing wrong, or as nonsense in the form of a
 * request. A draft is written with all that it needs to be sent again, so that a counter-example can be read and kept.
 */
import fc from 'fast-check';
import type { Operation, Parameter } from './api-description.ts';
import { hostileText, hostileValue, WORST_TEXTS } from './hostile-text.ts';
import type { KnownValues } from './known-values.ts';
import type { SchemaValues } from './schema-values.ts';

export type Manner = 'valid' | 'one wrong' | 'junk';
export const MANNERS: readonly Manner[] = ['valid', 'one wrong', 'junk'];

export interface Draft {
  readonly manner: Manner;
  readonly parameters: readonly DraftParameter[];
  /** Behind the described parameters, as it is. */
  readonly moreQuery: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: none. Texts are sent as they are. */
  readonly body: DraftBody | null;
  readonly hasToken: boolean;
}

interface DraftParameter {
  readonly name: string;
  readonly place: Parameter['place'];
  readonly value: unknown;
  /** The so-many-th value that the API has told under this name, if it has told any. */
  readonly known: number | null;
}

interface DraftBody {
  readonly text: string;
  readonly contentType: string | null;
  /** What the text says, where it is JSON that was made from the schema. */
  readonly value?: unknown;
}

export interface MadeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export function draftsOf(operation: Operation, manner: Manner, values: SchemaValues): fc.Arbitrary<Draft> {
  if (manner === 'valid') return validDrafts(operation, values);
  if (manner === 'one wrong') return fc.oneof(...wrongDrafts(operation, values));
  return junkDrafts(operation, values);
}

/**
 * The same draft with texts in each place that takes something, one at a time: `WORST_TEXTS`, or every so-many-th of them, another share in
 * each place. What may be left out is, so that nothing else is in the way.
 */
export function* sweep(
  { parameters }: Operation,
  draft: Draft,
  fields: readonly { readonly name: string; readonly isRequired: boolean }[],
  every: number,
): Generator<Draft> {
  const isNeeded = new Set(
    [...parameters, ...fields].filter((one) => one.isRequired).map(({ name }) => name),
  );
  const given = draft.parameters.filter(({ name }) => isNeeded.has(name));
  const body = Object.entries(Object(draft.body?.value) as object).filter(([name]) => isNeeded.has(name));
  const textsFor = (place: number): readonly string[] =>
    WORST_TEXTS.filter((_text, at) => (at + place) % every === 0);
  for (const [at, { name, place }] of parameters.entries())
    for (const value of textsFor(at))
      yield withParameter({ ...draft, parameters: given }, { name, place, value, known: null });
  for (const [at, { name }] of fields.entries())
    for (const value of textsFor(at).flatMap((text) => [text, [text]]))
      yield { ...draft, parameters: given, body: jsonBody({ ...Object.fromEntries(body), [name]: value }) };
}

function validDrafts(operation: Operation, { fitting }: SchemaValues): fc.Arbitrary<Draft> {
  const parameters = operation.parameters.map((parameter) =>
    fc
      .record({
        value: fitting(parameter.schema),
        known: fc.option(fc.nat({ max: 1_000 }), { freq: 3 }),
        isGiven: parameter.isRequired ? fc.constant(true) : fc.boolean(),
      })
      .map(({ value, known, isGiven }): DraftParameter[] =>
        isGiven ? [{ name: parameter.name, place: parameter.place, value, known }] : [],
      ),
  );
  const { body } = operation;
  const bodies = body === null ? fc.constant(null) : fitting(body).map(jsonBody);
  return fc
    .record({ parameters: fc.tuple(...parameters), body: bodies, hasToken: tokens(operation) })
    .map(({ parameters: given, ...drawn }) => change(PLAIN, { ...drawn, parameters: given.flat() }));
}

const PLAIN: Draft = {
  manner: 'valid',
  parameters: [],
  moreQuery: '',
  headers: {},
  body: null,
  hasToken: false,
};

function change(draft: Draft, changes: Partial<Draft>): Draft {
  return { ...draft, ...changes };
}

/** One for each thing that can be wrong. */
function wrongDrafts(operation: Operation, values: SchemaValues): fc.Arbitrary<Draft>[] {
  const valid = validDrafts(operation, values).map((draft) => change(draft, { manner: 'one wrong' }));
  const ofParameters = operation.parameters.map(({ name, place, schema }) =>
    fc
      .tuple(valid, values.spoiled(schema))
      .map(([draft, value]) => withParameter(draft, { name, place, value, known: null })),
  );
  const { body } = operation;
  const ofBody =
    body === null
      ? []
      : [
          fc
            .tuple(valid, values.spoiled(body))
            .map(([draft, value]) => change(draft, { body: jsonBody(value) })),
        ];
  const unknownParameter = fc
    .tuple(valid, hostileText, hostileText)
    .map(([draft, name, value]) => change(draft, { moreQuery: `x${toQuery(name)}=${toQuery(value)}` }));
  return [...ofParameters, ...ofBody, ...ofBody, unknownParameter];
}

function withParameter(draft: Draft, parameter: DraftParameter): Draft {
  const { name, place } = parameter;
  const others = draft.parameters.filter((other) => other.name !== name || other.place !== place);
  return { ...draft, parameters: others.concat(parameter) };
}

function junkDrafts(operation: Operation, values: SchemaValues): fc.Arbitrary<Draft> {
  const parameters = operation.parameters.map(({ name, place }) =>
    fc.oneof(hostileText, hostileValue).map((value): DraftParameter => ({ name, place, value, known: null })),
  );
  const bodies = fc.oneof(fc.constant(null), fc.record({ text: junkText(), contentType: contentTypes }));
  return fc
    .record({
      parameters: fc.oneof(
        fc.tuple(...parameters),
        validDrafts(operation, values).map((draft) => draft.parameters),
      ),
      moreQuery: junkQuery,
      headers: junkHeaders,
      body: bodies,
      hasToken: tokens(operation),
    })
    .map((drawn) => change(PLAIN, { manner: 'junk', ...drawn }));
}

function tokens({ needsToken }: Operation): fc.Arbitrary<boolean> {
  return needsToken ? fc.nat({ max: 3 }).map((chance) => chance > 0) : fc.nat({ max: 3 }).map((c) => c === 0);
}

function jsonBody(value: unknown): DraftBody {
  return { text: JSON.stringify(value), contentType: 'application/json', value };
}

const contentTypes = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json;charset=latin9',
  'APPLICATION/JSON',
  'text/plain',
  'application/x-www-form-urlencoded',
  'x',
  null,
);

/** What is no JSON, or JSON that does harm. */
function junkText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '',
      'null',
      '"text"',
      '{"filter":{"where":{"all":[]}},"filter":{}}',
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"a":1e400}',
      '{"page":-0,"minN":1E3}',
      '{"a":"\\ud800"}',
      '{"a":"\\u0000"}',
      '\uFEFF{}',
      '{"a":1}}',
      '['.repeat(10_000),
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      `{"filter":{"where":${'{"all":['.repeat(14)}{"unit":"x"}${']}'.repeat(14)}}}`,
      `{"a":"${'x'.repeat(250_000)}"}`,
      `{"a":"${'x'.repeat(1_000_000)}"}`,
      `[${'1,'.repeat(60_000)}1]`,
      `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
    ),
    fc.json(),
    hostileText,
    hostileValue.map((value) => JSON.stringify(value)),
  );
}

const junkQuery = fc.oneof(
  fc.constant(''),
  fc.constantFrom(
    '&&&',
    '%',
    '%%=%',
    'page=1&page=2',
    '__proto__[x]=1',
    'constructor[prototype][x]=1',
    'by[a]=unit',
    'page=%00',
    'page=%ff%fe',
    'page=١',
    Array.from({ length: 200 }, (_, at) => `p${at}=${at}`).join('&'),
    `where=${'all('.repeat(100)}`,
    `where=${'none('.repeat(5)}unit(x)${')'.repeat(5)}`,
    `patch=${'1,'.repeat(300)}`,
    `x=${'y'.repeat(9_000)}`,
  ),
  fc.tuple(hostileText, hostileText).map(([name, value]) => `${toQuery(name)}=${toQuery(value)}`),
);

/** What a header can carry at all. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

const junkHeaders = fc.dictionary(
  fc.constantFrom(
    'accept-encoding',
    'cookie',
    'if-none-match',
    'if-range',
    'origin',
    'range',
    'sec-fetch-site',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-http-method-override',
    'x-request-id',
    'content-encoding',
  ),
  fc.oneof(
    headerText,
    fc.constantFrom(
      '*',
      'gzip',
      'same-origin',
      'cross-site',
      'null',
      'bytes=0-',
      'bytes=9-1',
      'bytes=0-0,2-3',
      'bytes=99999999999999-',
      'W/"x"',
      'localhost, evil.example',
      'a b://c',
      '::1, 127.0.0.1',
      'text/html;q=9',
    ),
  ),
  { maxKeys: 4 },
);

/** Ready to be sent. */
export function writeRequest(
  operation: Operation,
  draft: Draft,
  { token, known }: { readonly token: string; readonly known: KnownValues },
): MadeRequest {
  let path = operation.path;
  const query: string[] = [];
  const headers: Record<string, string> = { ...draft.headers };
  for (const { name, place, value, known: at } of draft.parameters) {
    const told = at === null ? undefined : known.pick(name, at);
    const texts = (told === undefined ? toTexts(value) : [told]).map((text) => text.toWellFormed());
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(texts.join(',')));
    else if (place === 'query')
      query.push(...texts.map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`));
  }
  if (draft.moreQuery !== '') query.push(inRequestLine(draft.moreQuery));
  if (draft.hasToken) headers['authorization'] = `Bearer ${token}`;
  const { body } = draft;
  if (body !== null && body.contentType !== null) headers['content-type'] = body.contentType;
  return {
    method: operation.method,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers,
    body: body === null ? null : body.text,
  };
}

/** In an address everything is text; a list is the same name several times. */
function toTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 50).flatMap(toTexts);
  return [typeof value === 'string' ? value : (JSON.stringify(value) ?? '')];
}

/** A request line carries printable ASCII: the rest is written as its bytes. */
function inRequestLine(text: string): string {
  return text.toWellFormed().replaceAll(/[^\x21-\x7e]|#/gu, encodeURIComponent);
}

/** Half of the time as it is, as far as a request line can carry it. */
function toQuery(text: string): string {
  const well = text.toWellFormed();
  return well.length % 2 === 0 ? encodeURIComponent(well) : well.replaceAll(/[^\x21-\x7e]|[&#]/g, '');
}
