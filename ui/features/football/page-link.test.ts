import { expect, test } from 'vitest';

import { toPageLink } from './page-link.ts';

test.each([
  ['https://clips.example/post/1', 'https://clips.example/post/1'],
  ['http://clips.example/post/1?a=b#c', 'http://clips.example/post/1?a=b#c'],
  ['HTTPS://Clips.Example', 'https://clips.example/'],
])('%s may be linked to', (address, link) => {
  expect(toPageLink(address)).toBe(link);
});

test.each([
  ['javascript:alert(1)'],
  [' java\nscript:alert(1)'],
  ['data:text/html,<script>1</script>'],
  ['blob:https://clips.example/1'],
  ['file:///etc/passwd'],
  ['//clips.example/post'],
  ['/football'],
  ['https://bank.example@clips.example/'],
  ['https://'],
  [''],
  [null],
])('%s may not', (address) => {
  expect(toPageLink(address)).toBeUndefined();
});
