/** The practice world of a match day: its matches, what the upstream reports of them, and the clips that are posted about their goals. */
import { startPractice, type PracticeProcess } from '../drill/practice-process.ts';

export interface WorldOptions {
  readonly seed: number;
  /** When the day begins, in the world, and how much faster than ours its time runs. Null: its time is ours. */
  readonly time: { readonly startAt: string; readonly speed: number } | null;
  /** What `--football` takes. */
  readonly football: object;
  /** Where its clips are kept. */
  readonly clipFolder: string;
}

/** What the upstream says of a goal from a time on; a row that is null is not shown. */
export interface Told {
  readonly from: number;
  readonly row: { readonly side: 'home' | 'away'; readonly player: { readonly name: string | null } } | null;
  readonly counted: 'home' | 'away' | null;
}

export interface TrueGoal {
  /** `{fixture}-{n}` */
  readonly key: string;
  readonly scorer: { readonly name: string };
  readonly minute: number;
  readonly happenedAt: number;
  readonly stands: boolean;
  readonly told: readonly Told[];
}

export interface TrueMatch {
  readonly fixture: number;
  readonly phases: readonly { readonly code: string; readonly startsAt: number }[];
  readonly goals: readonly TrueGoal[];
}

export interface TrueVideo {
  /** Which post, and which of its videos, counted from 1. */
  readonly post: string;
  readonly number: number;
  readonly kind: string;
  /** The goal that it was posted for. */
  readonly goal: string;
  readonly postedAt: number;
  /** Keys of the goals that it shows. */
  readonly shows: readonly string[];
  readonly fate: string;
}

export interface WorldOfTheDay {
  /** For PRACTICE_URL. */
  readonly url: string;
  /** The world's time. */
  now(): number;
  /** All that may have been in play at that time or later. */
  matches(since: number): Promise<readonly TrueMatch[]>;
  /** All that were posted about these matches, and those of these posts. */
  videosOf(fixtures: readonly number[], posts: readonly string[]): Promise<readonly TrueVideo[]>;
  /** From now on football answers every call with 500; the clip site still answers. */
  silence(): Promise<void>;
  stop(): Promise<void>;
}

interface ToldPost {
  readonly id: string;
  readonly goal: string;
  readonly kind: string;
  readonly postedAt: number;
  readonly videos: readonly Omit<TrueVideo, 'post' | 'number' | 'goal' | 'kind' | 'postedAt'>[];
}

const DAY_MS = 86_400_000;

/** The world's name of a post, in SQL: the site in the shape of Reddit puts the kind of thing before it. */
export const POST_OF_CLIP = `regexp_replace(c.post_id, '^t3_', '')`;

export async function startWorld(options: WorldOptions): Promise<WorldOfTheDay> {
  const { seed, time, football, clipFolder } = options;
  const practice: PracticeProcess = await startPractice({
    seed,
    profile: 'unlimited',
    players: 100,
    clock: time === null ? 'real' : `accelerated:${time.speed}@${time.startAt}`,
    football: JSON.stringify(football),
    clips: clipFolder,
  });
  const { now: at } = await practice.ask<{ now: number }>('/football/truth');
  const seenAt = Date.now();
  const now = (): number => at + (Date.now() - seenAt) * (time?.speed ?? 1);
  return {
    url: practice.url,
    now,
    async matches(since) {
      const found: TrueMatch[] = [];
      // Yesterday's goals are read too.
      for (let day = toDay(since - DAY_MS); day <= toDay(now()); day++) {
        const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
        found.push(...(await practice.ask<{ matches: TrueMatch[] }>(`/football/truth?day=${text}`)).matches);
      }
      return found;
    },
    async videosOf(fixtures, posts) {
      const queries = [
        ...fixtures.map((fixture) => `fixture=${fixture}`),
        ...posts.map((post) => `post=${post}`),
      ];
      const told = await Promise.all(
        queries.map((query) => practice.ask<{ posts: ToldPost[] }>(`/clips/truth?${query}`)),
      );
      const byId = new Map(told.flatMap((answer) => answer.posts).map((post) => [post.id, post]));
      return [...byId.values()].flatMap(({ id, goal, kind, postedAt, videos }) =>
        videos.map((video, index) => ({ ...video, post: id, number: index + 1, goal, kind, postedAt })),
      );
    },
    async silence() {
      await practice.ask('/football/faults', {
        method: 'PUT',
        body: JSON.stringify({ isDown: true }),
      });
    },
    stop: () => practice.stop(),
  };
}

function toDay(at: number): number {
  return Math.floor(at / DAY_MS);
}
