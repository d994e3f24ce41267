/**
 * Which sites are searched is configuration: a JSON file with one entry per site, read here and refused with all of its faults at once.
 * Nothing about a site is in code, because sites change faster than programs are released.
 */
import { readFile } from 'node:fs/promises';
import { Type, type Static, type TSchema } from 'typebox';
import { UserError } from '#/domain/user-error.ts';
import { compileShape } from '../http/body-shape.ts';
import { parseJsonBody } from '../http/json-body.ts';

const Words = Type.String({ minLength: 1, maxLength: 500 });
const strict = { additionalProperties: false } as const;

const Common = {
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
  searchUrl: Type.String({ minLength: 8, maxLength: 2_000 }),
  /** Where its videos may come from: names, each with all names below it. Without it: the site's own host. `["*"]`: any public host. */
  mediaHosts: Type.Optional(Type.Array(Words, { minItems: 1, maxItems: 50 })),
};

/** Where in an answer things are: names with dots between them. The fields of a post are looked for inside the post. */
const JsonFields = Type.Object(
  {
    posts: Type.Optional(Words),
    next: Type.Optional(Words),
    postId: Type.Optional(Words),
    pageUrl: Type.Optional(Words),
    author: Type.Optional(Words),
    caption: Type.Optional(Words),
    postedAt: Type.Optional(Words),
    videos: Type.Optional(Words),
    mediaUrl: Type.Optional(Words),
    seconds: Type.Optional(Words),
    width: Type.Optional(Words),
    height: Type.Optional(Words),
  },
  strict,
);

export const JsonSiteDefinition = Type.Object(
  {
    ...Common,
    kind: Type.Literal('json'),
    /** The parameter that takes what `fields.next` gave. Without it there is one page. */
    cursorParameter: Type.Optional(Words),
    maxPages: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    /** A header with what stands in a file that is not ours. */
    token: Type.Optional(
      Type.Object({ header: Words, file: Words, prefix: Type.Optional(Type.String()) }, strict),
    ),
    fields: Type.Optional(JsonFields),
  },
  strict,
);
export type JsonSiteDefinition = Static<typeof JsonSiteDefinition>;

/** A selector, or one and the attribute that holds the value (`time@datetime`); `@data-id` is of the post itself. */
const Place = Type.String({ minLength: 1, maxLength: 300 });

export const BrowserSiteDefinition = Type.Object(
  {
    ...Common,
    kind: Type.Literal('browser'),
    page: Type.Object(
      {
        /** There whenever a search worked, also when nothing was found. */
        results: Words,
        post: Words,
        /** Shown when nothing was found, and when everything was. */
        empty: Type.Optional(Words),
        end: Type.Optional(Words),
        postId: Place,
        link: Place,
        author: Type.Optional(Place),
        caption: Place,
        postedAt: Place,
        video: Words,
        mediaUrl: Type.Optional(Place),
        seconds: Type.Optional(Place),
        width: Type.Optional(Place),
        height: Type.Optional(Place),
      },
      strict,
    ),
    /** There when the site wants a login in the place of the results. */
    login: Type.Optional(Type.Object({ url: Words, form: Words }, strict)),
    maxScrolls: Type.Optional(Type.Integer({ minimum: 0, maximum: 50 })),
    userAgent: Type.Optional(Words),
  },
  strict,
);
export type BrowserSiteDefinition = Static<typeof BrowserSiteDefinition>;

export type SiteDefinition = JsonSiteDefinition | BrowserSiteDefinition;

const HINT =
  'CLIP_SITES_FILE names a file with [{ "name": …, "kind": "json" or "browser", "searchUrl": …, … }]; docs/clip-sites.md shows both kinds.';

const jsonShape = compileShape(JsonSiteDefinition as TSchema);
const browserShape = compileShape(BrowserSiteDefinition as TSchema);

/** Throws a `UserError` that names every fault. */
export async function readSiteDefinitions(file: string): Promise<SiteDefinition[]> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new UserError(
      `The file of clip sites cannot be read: ${file} (${String(error).slice(0, 150)}).`,
      HINT,
    );
  }
  return parseSiteDefinitions(bytes, file);
}

export function parseSiteDefinitions(bytes: Uint8Array, file: string): SiteDefinition[] {
  const parsed = parseJsonBody(bytes);
  if (parsed.type !== 'json')
    throw new UserError(`The file of clip sites cannot be read: ${file}: ${parsed.reason}.`, HINT);
  if (!Array.isArray(parsed.value))
    throw new UserError(`The file of clip sites is wrong: ${file}: it holds no list of sites.`, HINT);
  const entries: readonly unknown[] = parsed.value;
  const faults = entries.flatMap((entry, at) => faultsOf(entry).map((fault) => `site ${at + 1}: ${fault}`));
  const names = entries.map((entry) => (isObject(entry) ? Reflect.get(entry, 'name') : undefined));
  const twice = names.find((name, at) => typeof name === 'string' && names.indexOf(name) !== at);
  if (twice !== undefined)
    faults.push(`two sites are called ${JSON.stringify(twice)}; each needs a name of its own`);
  if (faults.length > 0)
    throw new UserError(`The file of clip sites is wrong: ${file}: ${faults.join('; ')}.`, HINT);
  return entries as SiteDefinition[];
}

/** Names that downloads of these sites may lead to. Null: any public host. */
export function mediaHostsOf(sites: readonly SiteDefinition[]): readonly string[] | null {
  const hosts = sites.flatMap((site) => site.mediaHosts ?? [new URL(site.searchUrl).hostname]);
  return hosts.includes('*') ? null : [...new Set(hosts)];
}

function faultsOf(entry: unknown): string[] {
  if (!isObject(entry)) return ['expected an object'];
  const kind: unknown = Reflect.get(entry, 'kind');
  if (kind !== 'json' && kind !== 'browser')
    return [`kind is ${JSON.stringify(kind)?.slice(0, 40)}; expected "json" or "browser"`];
  const shape = kind === 'json' ? jsonShape : browserShape;
  if (!shape.fits(entry)) return [shape.describeFault(entry)];
  return searchUrlFaults(entry as SiteDefinition);
}

function searchUrlFaults({ searchUrl }: SiteDefinition): string[] {
  const isWeb = URL.canParse(searchUrl) && /^https?:$/.test(new URL(searchUrl).protocol);
  if (!isWeb)
    return [
      `searchUrl is ${JSON.stringify(searchUrl.slice(0, 80))}; expected an address that begins with https://`,
    ];
  return searchUrl.includes('{query}')
    ? []
    : ['searchUrl holds no {query}; expected the place where the words of the search go'];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
