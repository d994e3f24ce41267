/**
 * The schema of a site: where it is searched, where the fields are in its answers, and how its login wall, captcha and rate limit look. All of it is
 * data. Definitions come from `shipped-sites.ts` or from a JSON file of the operator, which is refused with all of its faults at once.
 */
import { readFile } from 'node:fs/promises';
import { Type, type Static, type TSchema } from 'typebox';
import { UserError } from '#/domain/user-error.ts';
import { compileShape } from '#/upstream/shape.ts';
import { parseJsonBody } from '#/upstream/body.ts';
import type { SiteTrouble } from './clip-site.ts';

const Words = Type.String({ minLength: 1, maxLength: 500 });
const strict = { additionalProperties: false } as const;

/** Each may be a list: the first that finds something is used, so that a definition survives a renamed class or field. */
const Selectors = Type.Union([Words, Type.Array(Words, { minItems: 1, maxItems: 20 })]);
const WordList = Type.Array(Words, { minItems: 1, maxItems: 50 });
const Seconds = Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 }));

/** How a kind of page is recognised; one match is enough. Paths are parts of its address, texts are looked for without regard to case. */
const Sign = Type.Object(
  { paths: Type.Optional(WordList), selectors: Type.Optional(WordList), texts: Type.Optional(WordList) },
  strict,
);
export type Sign = Static<typeof Sign>;

const Login = Type.Object(
  {
    /** Where a person logs in. */
    url: Words,
    /** Present when the site asks for a login instead of showing results. */
    form: Type.Optional(Selectors),
    paths: Type.Optional(WordList),
    /** Cookies without which a login is none. Their expiry is the expiry of the login. */
    cookies: Type.Optional(WordList),
    /** Without a stored login the site is not searched. */
    isRequired: Type.Optional(Type.Boolean()),
  },
  strict,
);

const Common = {
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
  searchUrl: Type.String({ minLength: 8, maxLength: 2_000 }),
  /** Where its videos may come from: names, each with all names below it. Without it: the site's own host. `["*"]`: any public host. */
  mediaHosts: Type.Optional(WordList),
  /** Searches per minute and process. Without it: no limit of ours. */
  perMinute: Type.Optional(Type.Number({ minimum: 0.05, maximum: 60 })),
  /** The wait after each kind of refusal; the defaults are in `clip-sites.ts`. */
  waitSeconds: Type.Optional(
    Type.Object(
      {
        loginExpired: Seconds,
        captcha: Seconds,
        rateLimited: Seconds,
        changed: Seconds,
        unreachable: Seconds,
      } satisfies Record<SiteTrouble, typeof Seconds>,
      strict,
    ),
  ),
  login: Type.Optional(Login),
  userAgent: Type.Optional(Words),
};

/** Names with dots between them; the fields of a post are looked for inside the post. */
const Field = Type.Optional(Selectors);
const JsonFields = Type.Object(
  {
    posts: Field,
    next: Field,
    postId: Field,
    pageUrl: Field,
    author: Field,
    caption: Field,
    postedAt: Field,
    /** A list of videos, or one video. */
    videos: Field,
    mediaUrl: Field,
    seconds: Field,
    width: Field,
    height: Field,
  },
  strict,
);

export const JsonSiteDefinition = Type.Object(
  {
    ...Common,
    kind: Type.Literal('json'),
    /** Listings that are read with every search; of their posts, those that contain the words of the search count. */
    listings: Type.Optional(WordList),
    /** The parameter that takes the value of `fields.next`. Without it there is one page. */
    cursorParameter: Type.Optional(Words),
    maxPages: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    /** A request header whose value is read from a file. */
    token: Type.Optional(
      Type.Object({ header: Words, file: Words, prefix: Type.Optional(Type.String()) }, strict),
    ),
    fields: Type.Optional(JsonFields),
    /** Posts in which one of these fields is true are left out. */
    skip: Type.Optional(WordList),
    /** Base for the addresses of posts. Default: the requested address. */
    pageBase: Type.Optional(Words),
    /** A video counts only if its address is on one of `mediaHosts`: for sites where posts link to anything. */
    onlyMediaHosts: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type JsonSiteDefinition = Static<typeof JsonSiteDefinition>;

/** RSS 2.0, Atom or JSON Feed. Without `{query}` in the address, only entries that contain the words of the search count. */
const FeedSiteDefinition = Type.Object({ ...Common, kind: Type.Literal('feed') }, strict);
export type FeedSiteDefinition = Static<typeof FeedSiteDefinition>;

/**
 * A selector, or one and the attribute that holds the value (`time@datetime`). `@data-id` is an attribute of the post itself, `:scope` is
 * its text.
 */
const Place = Type.Union([
  Type.String({ minLength: 1, maxLength: 300 }),
  Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 1, maxItems: 20 }),
]);

export const BrowserSiteDefinition = Type.Object(
  {
    ...Common,
    kind: Type.Literal('browser'),
    page: Type.Object(
      {
        /** There whenever a search worked, also when nothing was found. */
        results: Selectors,
        post: Selectors,
        /** Shown when nothing was found, and when everything was. */
        empty: Type.Optional(Selectors),
        end: Type.Optional(Selectors),
        postId: Place,
        /** Applied to the value of `postId`; its first group is the id. */
        postIdPattern: Type.Optional(Words),
        link: Place,
        author: Type.Optional(Place),
        caption: Place,
        postedAt: Place,
        video: Selectors,
        /** The search returns videos only, so posts without one mean that `video` no longer matches. */
        everyPostHasVideo: Type.Optional(Type.Boolean()),
        mediaUrl: Type.Optional(Place),
        seconds: Type.Optional(Place),
        width: Type.Optional(Place),
        height: Type.Optional(Place),
      },
      strict,
    ),
    captcha: Type.Optional(Sign),
    rateLimit: Type.Optional(Sign),
    maxScrolls: Type.Optional(Type.Integer({ minimum: 0, maximum: 50 })),
  },
  strict,
);
export type BrowserSiteDefinition = Static<typeof BrowserSiteDefinition>;

export type SiteDefinition = JsonSiteDefinition | BrowserSiteDefinition | FeedSiteDefinition;

const HINT =
  'CLIP_SITES_FILE names a file with [{ "name": …, "kind": "json", "browser" or "feed", "searchUrl": …, … }]; docs/clip-sites.md shows each kind.';

const jsonShape = compileShape(JsonSiteDefinition as TSchema);
const browserShape = compileShape(BrowserSiteDefinition as TSchema);
const feedShape = compileShape(FeedSiteDefinition as TSchema);
const SHAPES = { json: jsonShape, browser: browserShape, feed: feedShape } as const;

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

/** Is the address on one of these names, or below one? */
export function hostIsBelow(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

function faultsOf(entry: unknown): string[] {
  if (!isObject(entry)) return ['expected an object'];
  const kind: unknown = Reflect.get(entry, 'kind');
  if (kind !== 'json' && kind !== 'browser' && kind !== 'feed')
    return [`kind is ${JSON.stringify(kind)?.slice(0, 40)}; expected "json", "browser" or "feed"`];
  const shape = SHAPES[kind];
  if (!shape.fits(entry)) return [shape.describeFault(entry)];
  return [...searchUrlFaults(entry as SiteDefinition), ...patternFaults(entry as SiteDefinition)];
}

function patternFaults(site: SiteDefinition): string[] {
  const pattern = site.kind === 'browser' ? site.page.postIdPattern : undefined;
  if (pattern === undefined) return [];
  try {
    return /\((?!\?)/.test(new RegExp(pattern).source)
      ? []
      : ['page.postIdPattern has no group; expected one around the id'];
  } catch (error) {
    return [`page.postIdPattern is no regular expression: ${String(error).slice(0, 150)}`];
  }
}

function searchUrlFaults({ searchUrl, kind }: SiteDefinition): string[] {
  const isWeb = URL.canParse(searchUrl) && /^https?:$/.test(new URL(searchUrl).protocol);
  if (!isWeb)
    return [
      `searchUrl is ${JSON.stringify(searchUrl.slice(0, 80))}; expected an address that begins with https://`,
    ];
  return kind === 'feed' || searchUrl.includes('{query}')
    ? []
    : ['searchUrl holds no {query}; expected the place where the words of the search go'];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
