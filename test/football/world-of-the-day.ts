/**
 * The practice world of a match day, as a process of its own that no kill touches: matches, what the upstream says of them, and the site
 * where their goals are posted. It is asked at its side door what really happened.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../support/product.ts';

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
  readonly side: 'home' | 'away';
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
  /** Which post, and which of its videos, from 1. */
  readonly post: string;
  readonly number: number;
  readonly kind: string;
  /** The goal that it was posted for. */
  readonly goal: string;
  readonly postedAt: number;
  /** The goals that are really to be seen, and from which camera. */
  readonly shows: readonly string[];
  readonly cameras: readonly number[];
  readonly edit: string;
  readonly fate: string;
}

export interface WorldOfTheDay {
  /** What a product takes as PRACTICE_URL. */
  readonly url: string;
  readonly footballBaseUrl: string;
  readonly clipSiteUrl: string;
  readonly key: string;
  /** The world's time was `at` when the machine's was `seenAt`. */
  readonly clock: { readonly at: number; readonly seenAt: number; readonly speed: number };
  now(): number;
  /** That may have been in play then, or since. */
  matches(since: number): Promise<readonly TrueMatch[]>;
  /** All that were posted about these matches, and those of these posts. */
  videosOf(fixtures: readonly number[], posts: readonly string[]): Promise<readonly TrueVideo[]>;
  /** The upstream answers nobody any more; the clip site does. */
  silence(): Promise<void>;
  stop(): Promise<void>;
}

interface Ready {
  readonly url: string;
  readonly footballBaseUrl: string;
  readonly clipSiteUrl: string;
  readonly keys: { readonly football: string };
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
  const settings = {
    seed,
    profile: 'unlimited',
    players: 100,
    clock: time === null ? 'real' : `accelerated:${time.speed}@${time.startAt}`,
    football: JSON.stringify(football),
    clips: clipFolder,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [join(root, 'practice/main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const line: unknown = (await createInterface(child.stdout)[Symbol.asyncIterator]().next()).value;
  if (typeof line !== 'string') throw new Error('the practice world ended before it was ready');
  const { url, footballBaseUrl, clipSiteUrl, keys } = JSON.parse(line) as Ready;
  const ask = async <T>(path: string, request: RequestInit = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/practice${path}`, { ...request, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { now: at } = await ask<{ now: number }>('/football/truth');
  const clock = { at, seenAt: Date.now(), speed: time?.speed ?? 1 };
  const now = (): number => clock.at + (Date.now() - clock.seenAt) * clock.speed;
  return {
    url,
    footballBaseUrl,
    clipSiteUrl,
    key: keys.football,
    clock,
    now,
    async matches(since) {
      const found: TrueMatch[] = [];
      // The ingest begins with yesterday, whose goals are read too.
      for (let day = toDay(since - DAY_MS); day <= toDay(now()); day++) {
        const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
        found.push(...(await ask<{ matches: TrueMatch[] }>(`/football/truth?day=${text}`)).matches);
      }
      return found;
    },
    async videosOf(fixtures, posts) {
      const queries = [
        ...fixtures.map((fixture) => `fixture=${fixture}`),
        ...posts.map((post) => `post=${post}`),
      ];
      const told = await Promise.all(
        queries.map((query) => ask<{ posts: ToldPost[] }>(`/clips/truth?${query}`)),
      );
      const byId = new Map(told.flatMap((answer) => answer.posts).map((post) => [post.id, post]));
      return [...byId.values()].flatMap(({ id, goal, kind, postedAt, videos }) =>
        videos.map((video, index) => ({ ...video, post: id, number: index + 1, goal, kind, postedAt })),
      );
    },
    async silence() {
      await ask('/football/faults', {
        method: 'PUT',
        body: JSON.stringify({ isDown: true }),
      });
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function toDay(at: number): number {
  return Math.floor(at / DAY_MS);
}
