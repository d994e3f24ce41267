/**
 * Cuts SQL text into tokens the way ClickHouse's lexer does, and refuses what could be read in two ways. It exists to see
 * where a statement ends: the engine runs everything after a `;` as further statements. Whatever this file takes for one
 * literal or comment must be one for the engine too, so forms with a trap are refused instead of guessed: nested comments,
 * `#` and `//` comments, typographic quotes, `$` outside a here-document, control characters, non-ASCII outside quotes.
 * Lazy: an INSERT's data follows its text, and must not be read as SQL.
 */
import { refuse } from './exceptions.ts';

export interface Token {
  /** `quoted`: an identifier in backquotes or double quotes, `string`: a literal, also as here-document. */
  readonly kind: 'word' | 'quoted' | 'string' | 'mark';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[A-Za-z0-9_]+/y;
const SPACE = /[ \t\n\r\f\v]+/y;
const LINE_COMMENT = /--[^\n]*/y;
const HEREDOC = /\$[A-Za-z0-9_]*\$/y;
const HEX_OR_BINARY = /'[0-9A-Fa-f]*'/y;
const MARKS = new Set('()[]{},;.+-*/%=<>!?^:@|~&');

export function* readTokens(sql: string): Generator<Token, void> {
  let at = 0;
  while (at < sql.length) {
    const skipped = endOfBlank(sql, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const token = readToken(sql, at);
    yield token;
    at = token.end;
  }
}

function readToken(sql: string, start: number): Token {
  const char = sql.charAt(start);
  const make = (kind: Token['kind'], end: number): Token => ({
    kind,
    text: sql.slice(start, end),
    start,
    end,
  });
  if (char === "'") return make('string', endOfQuoted(sql, start));
  if (char === '`' || char === '"') return make('quoted', endOfQuoted(sql, start));
  if (char === '$') return make('string', endOfHeredoc(sql, start));
  const wordEnd = endOfMatch(WORD, sql, start);
  if (wordEnd > start) return make('word', endOfWord(sql, start, wordEnd));
  if (MARKS.has(char)) return make('mark', start + 1);
  throw unreadable(sql, start, 'a character that is not allowed outside quotes');
}

/** `a$b` is one word for the engine, and `x'…'` a literal without escapes; both are told apart from their look-alikes here. */
function endOfWord(sql: string, start: number, end: number): number {
  const next = sql.charAt(end);
  if (next === '$') throw unreadable(sql, end, 'a `$` inside a word');
  if (next !== "'" || !/^[xXbB]$/.test(sql.slice(start, end))) return end;
  const literalEnd = endOfMatch(HEX_OR_BINARY, sql, end);
  if (literalEnd === end) throw unreadable(sql, end, 'a malformed hexadecimal or binary literal');
  return literalEnd;
}

function endOfBlank(sql: string, at: number): number {
  const space = endOfMatch(SPACE, sql, at);
  if (space > at) return space;
  if (sql.startsWith('--', at)) return endOfMatch(LINE_COMMENT, sql, at);
  if (sql.startsWith('//', at)) throw unreadable(sql, at, 'a comment that starts with `//`');
  if (!sql.startsWith('/*', at)) return at;
  const end = sql.indexOf('*/', at + 2);
  if (end < 0) throw unreadable(sql, at, 'a comment that is not closed');
  if (sql.slice(at + 2, end).includes('/*')) throw unreadable(sql, at, 'a comment inside a comment');
  return end + 2;
}

function endOfQuoted(sql: string, start: number): number {
  const quote = sql.charAt(start);
  for (let at = start + 1; at < sql.length; at++) {
    const char = sql.charAt(at);
    if (char === '\\') at += 1;
    else if (char === quote && sql.charAt(at + 1) === quote) at += 1;
    else if (char === quote) return at + 1;
  }
  throw unreadable(sql, start, `a ${quote} that is not closed`);
}

function endOfHeredoc(sql: string, start: number): number {
  const tagEnd = endOfMatch(HEREDOC, sql, start);
  const close = tagEnd > start ? sql.indexOf(sql.slice(start, tagEnd), tagEnd) : -1;
  if (close < 0) throw unreadable(sql, start, 'a `$` that opens no here-document');
  return close + (tagEnd - start);
}

function endOfMatch(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : at;
}

function unreadable(sql: string, at: number, what: string) {
  const near = JSON.stringify(sql.slice(at, at + 20));
  return refuse('SYNTAX_ERROR', `Syntax error: the statement has ${what} at position ${at + 1}: ${near}`);
}
