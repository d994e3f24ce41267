import { expect, test } from 'vitest';
import { failureOfStatus, failureOfYtDlp } from './download-failure.ts';

test.each([
  [404, '', 'gone', false],
  [410, '', 'gone', false],
  [401, '', 'login-needed', false],
  [403, '', 'forbidden', false],
  [403, 'This video is not available in your country.', 'geo-blocked', false],
  [451, '', 'geo-blocked', false],
  [429, '', 'rate-limited', true],
  [413, '', 'too-big', false],
  [500, '', 'unreachable', true],
  [503, '', 'unreachable', true],
  [408, '', 'unreachable', true],
  [418, '', 'gone', false],
] as const)('status %i (%s) means %s', (status, body, reason, isWorthRetrying) => {
  expect(failureOfStatus(status, body)).toMatchObject({ reason, isWorthRetrying });
});

test.each([
  [
    'ERROR: [generic] Unable to download webpage: HTTP Error 404: Not Found (caused by <HTTPError 404>)',
    'gone',
  ],
  ['ERROR: [x] 1: This tweet has been deleted', 'gone'],
  ['ERROR: [x] HTTP Error 429: Too Many Requests', 'rate-limited'],
  ['ERROR: [x] 1: The uploader has not made this video available in your country', 'geo-blocked'],
  ['ERROR: [x] This video is only available for registered users. Use --cookies', 'login-needed'],
  [
    'ERROR: unable to download video data: <urlopen error file:// URLs are explicitly disabled>',
    'bad-address',
  ],
  ['ERROR: Unsupported URL: https://example.com/', 'not-video'],
  ['ERROR: [x] 1: No video could be found in this tweet', 'not-video'],
  ['ERROR: unable to download video data: HTTP Error 403: Forbidden', 'forbidden'],
  ['[download] File is larger than max-filesize (300000000 bytes > 200000000 bytes). Aborting.', 'too-big'],
  ['ERROR: [generic] Unable to download webpage: <urlopen error timed out>', 'unreachable'],
  ['ERROR: [generic] HTTP Error 503: Service Unavailable', 'unreachable'],
  ['Traceback (most recent call last): KeyError', 'tool-failed'],
  ['', 'tool-failed'],
] as const)('yt-dlp that says %j means %s', (words, reason) => {
  expect(failureOfYtDlp(words).reason).toBe(reason);
});

test('reports the error of yt-dlp without its prefix', () => {
  expect(failureOfYtDlp('[generic] x\nERROR: [generic] gone: Not found\nmore').words).toBe(
    'yt-dlp: [generic] gone: Not found',
  );
});
