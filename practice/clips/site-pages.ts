/** The pages of the clip site. What a program may rely on in them is told in README.md; `isChanged` is the day on which it may not. */
import type { ClipVideo, Post } from './posts.ts';

const STYLE =
  'body{font:16px sans-serif;max-width:40em;margin:auto}article{min-height:16em;border-bottom:1px solid #ccc}figure{background:#222;color:#fff;height:8em}';

export function searchPage(text: string, articles: string, more: string | null, isEmpty: boolean): string {
  return page(
    `Search: ${text}`,
    `<form action="/clips/search"><input name="q" value="${escape(text)}"></form>
<main data-results>${articles}</main>
${isEmpty ? '<p data-empty>Nothing was found.</p>' : ''}
<p data-more data-next="${escape(more ?? '')}"${more === null ? ' hidden' : ''}>More is coming …</p>
<p data-end${more === null ? '' : ' hidden'}>That was all.</p>
<script>${SCROLLING}</script>`,
  );
}

/** Fetches what comes next when the end comes into sight. */
const SCROLLING = `
const more = document.querySelector('[data-more]');
const end = document.querySelector('[data-end]');
const results = document.querySelector('[data-results]');
let isBusy = false;
const watcher = new IntersectionObserver(async ([entry]) => {
  if (!entry.isIntersecting || isBusy || !more.dataset.next) return;
  isBusy = true;
  const answer = await fetch(more.dataset.next);
  const { html, next } = await answer.json();
  results.insertAdjacentHTML('beforeend', html);
  more.dataset.next = next ?? '';
  more.hidden = next === null;
  end.hidden = next !== null;
  isBusy = false;
  watcher.unobserve(more);
  if (next !== null) watcher.observe(more);
});
if (more.dataset.next) watcher.observe(more);
`;

export function article(post: Post, plays: boolean): string {
  const time = new Date(post.postedAt).toISOString();
  const figures = post.videos.map((video) => figure(video, plays)).join('');
  return `<article data-post-id="${post.id}"><span data-author>${escape(post.author)}</span>
<a data-permalink href="/clips/posts/${post.id}"><time datetime="${time}">${time.slice(11, 16)}</time></a>
<p data-text>${escape(post.text)}</p>${figures}</article>`;
}

/** The same in a shape that nobody knows yet. */
export function changedSearchPage(posts: readonly Post[]): string {
  const boxes = posts.map(
    ({ id, author, text }) =>
      `<div class="x1 _9c" id="p${id}"><b>${escape(author)}</b><i>${escape(text)}</i></div>`,
  );
  return page('Search', `<section class="_3a">${boxes.join('')}</section>`);
}

export function postPage(post: Post): string {
  const [first] = post.videos;
  const head = first === undefined ? '' : `<meta property="og:video" content="${mediaPath(first)}">`;
  return page(`${post.author}: ${post.text}`, article(post, true), head);
}

export function loginPage(next: string): string {
  return page(
    'Sign in',
    `<form data-login method="post" action="/clips/login"><p>Your session has expired. Sign in to go on.</p>
<input name="name"><input name="password" type="password"><input name="next" type="hidden" value="${escape(next)}">
<button>Sign in</button></form>`,
  );
}

export function mediaPath({ name, form, fate }: ClipVideo): string {
  return form === 'hls' && fate === 'good' ? `/clips/media/${name}.m3u8` : `/clips/media/${name}.mp4`;
}

function figure(video: ClipVideo, plays: boolean): string {
  const { seconds, width, height } = video;
  const path = mediaPath(video);
  const inside = plays ? `<video controls preload="none" src="${path}"></video>` : `${Math.round(seconds)} s`;
  return `<figure data-video-url="${path}" data-seconds="${seconds}" data-width="${width}" data-height="${height}">${inside}</figure>`;
}

function page(title: string, body: string, head = ''): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title><style>${STYLE}</style>${head}</head><body>${body}</body></html>`;
}

export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
