/**
 * The API as it describes itself: every operation with what it takes and what it may answer. Only the description is read, never the code,
 * so that a new route is tried without a change here.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

export interface Operation {
  /** `GET /api/tft/matches/{id}` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly needsToken: boolean;
  readonly parameters: readonly Parameter[];
  /** Null: it takes none. */
  readonly body: JsonSchema | null;
  /** By status (or `default`), then by content type. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, JsonSchema>>;
}

export interface ApiDescription {
  readonly operations: readonly Operation[];
  /** By name; referred to as `#/components/schemas/<name>`. */
  readonly shared: Readonly<Record<string, JsonSchema>>;
}

export async function readApiDescription(url: string): Promise<ApiDescription> {
  const response = await fetch(`${url}/api/openapi.json`);
  if (!response.ok) throw new Error(`/api/openapi.json answers ${response.status}; expected 200`);
  return toApiDescription(await response.json());
}

function toApiDescription(document: unknown): ApiDescription {
  const { paths, components } = withoutIds(document) as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => toOperation(path, method.toUpperCase(), told)),
  );
  return { operations, shared: components?.schemas ?? {} };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ToldOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

interface ToldOperation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required?: boolean;
    readonly schema?: JsonSchema;
  }[];
  readonly requestBody?: { readonly content?: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
  readonly security?: readonly unknown[];
}

type Contents = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

function toOperation(path: string, method: string, told: ToldOperation): Operation {
  return {
    name: `${method} ${path}`,
    method,
    path,
    needsToken: (told.security ?? []).length > 0,
    parameters: (told.parameters ?? []).map(({ name, in: place, required, schema }) => ({
      name,
      place,
      isRequired: required === true || place === 'path',
      schema: schema ?? {},
    })),
    body: told.requestBody?.content?.['application/json']?.schema ?? null,
    answers: new Map(
      Object.entries(told.responses).map(([status, { content }]) => [
        status,
        new Map(Object.entries(content ?? {}).map(([type, { schema }]) => [type, schema ?? {}])),
      ]),
    ),
  };
}

/** An `$id` inside would turn the references below it into references to itself. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => name !== '$id' || typeof inner !== 'string')
      .map(([name, inner]) => [name, withoutIds(inner)]),
  );
}
