/** Names come from strangers. The web page may only ever show them as text, and follow only addresses that were checked. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/product.ts';

const SINK =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|srcDoc|\beval\(|new Function\(|\bsetTimeout\(\s*['"`]/;
/** A path of ours or a place on the page. */
const OWN_ADDRESS = /^["'`][/#]/;
/** What else may stand in a link, where the same file says where it comes from. */
const LOOKED_AT: readonly (readonly [expression: RegExp, origin: RegExp])[] = [
  [/^link$/, /const link = toPageLink\(/],
  [/^`\$\{path/, /const path = \['', 'api',/],
];

interface Source {
  readonly file: string;
  readonly text: string;
}

function sourcesOfPage(): Source[] {
  return readdirSync(join(root, 'ui'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ file: relative(root, path), text: readFileSync(path, 'utf8') }));
}

const sinksIn = (sources: readonly Source[]): string[] =>
  sources.filter(({ text }) => SINK.test(text)).map(({ file }) => file);

function uncheckedLinksIn(sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bhref=(?:\{([^}]*)\}|("[^"]*"))/g)]
      .map(([, expression, literal]) => (expression ?? literal ?? '').trim())
      .filter((address) => !OWN_ADDRESS.test(address) && !wasLookedAt(address, text))
      .map((address) => `${file}: ${address}`),
  );
}

function wasLookedAt(address: string, text: string): boolean {
  return LOOKED_AT.some(([expression, origin]) => expression.test(address) && origin.test(text));
}

test('no text can become markup or script', () => {
  const sources = sourcesOfPage();
  expect(sources.length).toBeGreaterThan(100);
  expect(sinksIn(sources)).toEqual([]);
});

test('every link leads to this server, or was looked at', () => {
  const sources = sourcesOfPage();
  expect(sources.filter(({ text }) => text.includes('href=')).length).toBeGreaterThan(3);
  expect(uncheckedLinksIn(sources)).toEqual([]);
});

test('links to elsewhere do not tell where they were, and give no hold on this page', () => {
  const leaving = sourcesOfPage().flatMap(({ text }) => text.match(/<a\s[^>]*href=\{link\}[^>]*>/g) ?? []);
  expect(leaving.length).toBeGreaterThan(0);
  expect(leaving.filter((tag) => !tag.includes('rel="noopener noreferrer'))).toEqual([]);
});

test('the page that everything begins with holds no script of its own', () => {
  const html = readFileSync(join(root, 'ui/index.html'), 'utf8');
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|javascript:|<style/i);
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});

test('what is forbidden would be found', () => {
  const of = (text: string): Source[] => [{ file: 'x.tsx', text }];
  expect(sinksIn(of('<p dangerouslySetInnerHTML={{ __html: name }} />'))).toEqual(['x.tsx']);
  expect(sinksIn(of('node.innerHTML = name;'))).toEqual(['x.tsx']);
  expect(uncheckedLinksIn(of('<a href={clip.pageUrl}>'))).toEqual(['x.tsx: clip.pageUrl']);
  expect(uncheckedLinksIn(of('<a href="https://elsewhere.example">'))).toHaveLength(1);
  expect(uncheckedLinksIn(of('<a href={link}>'))).toEqual(['x.tsx: link']);
  expect(uncheckedLinksIn(of('const link = toPageLink(x); <a href={link}>'))).toEqual([]);
});
