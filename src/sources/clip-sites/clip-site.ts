/**
 * A place where people post videos of goals, as the search for clips sees it. An expired login, a site that is away and a page that
 * is not what it was are answers of their own: none of them may look like "nobody posted anything".
 * Everything in a post was written by strangers: texts are cut to a length, addresses were checked for their form and for nothing else.
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
  /** Null: the site does not tell, and the page has to be asked. */
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

export type ClipSearchOutcome =
  /** `unreadable`: so many posts were there that could not be read; `words` tells of the first. */
  | {
      readonly outcome: 'ok';
      readonly posts: readonly FoundPost[];
      readonly unreadable: number;
      readonly words: string | null;
    }
  | { readonly outcome: 'loginExpired' | 'unreachable' | 'changed'; readonly words: string };

export interface ClipSite {
  readonly name: string;
  /** Rejects with the signal's reason, and for bugs. */
  search(query: ClipQuery, options: { readonly signal: AbortSignal }): Promise<ClipSearchOutcome>;
}
