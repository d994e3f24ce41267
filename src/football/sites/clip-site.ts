/**
 * A site where people post videos of goals, as the clip search sees it. A login wall, a captcha, a rate limit, a changed layout and an
 * outage are outcomes of their own; none of them may look like "no posts".
 * Everything in a post comes from outside: texts are cut to a length, and only the form of addresses was checked.
 */

export interface ClipQuery {
  /** `(Salah) (Liverpool OR LFC)`: one of the words of every pair of brackets. */
  readonly text: string;
  readonly since: Date;
  readonly until: Date;
}

export interface FoundVideo {
  /** Its place in the post, from 1. */
  readonly number: number;
  /** Null: the site does not say; the post's page has to be read. */
  readonly mediaUrl: string | null;
  readonly seconds?: number;
  readonly width?: number;
  readonly height?: number;
}

export interface FoundPost {
  readonly postId: string;
  readonly pageUrl: string;
  readonly author: string | null;
  readonly caption: string;
  readonly postedAt: Date | null;
  readonly videos: readonly FoundVideo[];
}

/** Why a site could not be searched. Each has its own health state, message and wait (`paced-site.ts`). */
export type SiteTrouble = 'loginExpired' | 'captcha' | 'rateLimited' | 'changed' | 'unreachable';

export interface SiteRefusal {
  readonly outcome: SiteTrouble;
  readonly words: string;
  /** What the site itself asked for. */
  readonly retryAfterSeconds?: number;
}

export type ClipSearchOutcome =
  /** `unreadable`: number of posts that could not be read; `words` describes the first. */
  | {
      readonly outcome: 'ok';
      readonly posts: readonly FoundPost[];
      readonly unreadable: number;
      readonly words: string | null;
    }
  | SiteRefusal
  /** No request was made: our own rate limit, or the wait after a refusal. The health of the site is unchanged. */
  | { readonly outcome: 'notAsked'; readonly words: string };

export interface ClipSite {
  readonly name: string;
  /** Rejects with the signal's reason, and for bugs. */
  search(query: ClipQuery, options: { readonly signal: AbortSignal }): Promise<ClipSearchOutcome>;
}
