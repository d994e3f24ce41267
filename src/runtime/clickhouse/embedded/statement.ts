/**
 * Takes one statement apart as far as the server must know it: what kind it is, where it ends, which format it answers in,
 * and where an INSERT's data begins. A second statement is refused, for everybody: the engine would run it (an injected
 * `; drop table …` included). One trailing `;` is fine.
 */
import { refuse } from './exceptions.ts';
import { readTokens, type Token } from './tokens.ts';

export interface Statement {
  /** `select` can be streamed; `show` (SHOW, DESCRIBE, EXPLAIN, EXISTS) reads too; `insert` carries data; all else is `other`. */
  readonly kind: 'select' | 'show' | 'insert' | 'other';
  /** The statement without its trailing `;`, and for an INSERT without its data. */
  readonly text: string;
  readonly firstWord: string;
  /** The format that the statement itself names, if any. */
  readonly format: string | null;
  readonly tokens: readonly Token[];
  readonly insert: InsertShape | null;
}

interface InsertShape {
  /** `INSERT INTO t (a, b)`: everything before settings, format and data. */
  readonly target: string;
  /** `SETTINGS a = 1`, or nothing. */
  readonly settings: string;
  readonly format: string;
  /** Where the data begins in the text that was read. */
  readonly dataStart: number;
}

const READING = new Set(['SELECT', 'WITH', 'FROM', '(']);
const SHOWING = new Set(['SHOW', 'DESC', 'DESCRIBE', 'EXPLAIN', 'EXISTS']);

export function readStatement(sql: string): Statement {
  const source = readTokens(sql);
  const tokens: Token[] = [];
  // Not for…of: leaving that loop would close the source, and what follows a `;` must still be looked at.
  for (let next = source.next(); next.done !== true; next = source.next()) {
    const token = next.value;
    if (token.text === ';' && token.kind === 'mark') break;
    tokens.push(token);
    const insert = readInsertEnd(sql, tokens);
    if (insert !== null) return { ...toStatement(sql, tokens), kind: 'insert', format: null, insert };
  }
  refuseASecondStatement(source);
  if (tokens.length === 0) throw refuse('SYNTAX_ERROR', 'Syntax error: the query is empty');
  return completeInsert(sql, toStatement(sql, tokens));
}

/** True for an unquoted word: keywords are written in any case. */
export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toUpperCase());
}

function refuseASecondStatement(rest: Iterator<Token, void>): void {
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    if (next.value.text !== ';') {
      throw refuse(
        'SYNTAX_ERROR',
        'Syntax error (Multi-statements are not allowed): send one statement per request',
      );
    }
  }
}

function toStatement(sql: string, tokens: readonly Token[]): Statement {
  const first = tokens[0];
  const firstWord = first?.text.toUpperCase() ?? '';
  const text = sql.slice(first?.start ?? 0, tokens.at(-1)?.end ?? 0);
  return {
    kind: kindOf(firstWord, tokens),
    text,
    firstWord,
    format: readFormat(tokens),
    tokens,
    insert: null,
  };
}

function kindOf(firstWord: string, tokens: readonly Token[]): Statement['kind'] {
  if (SHOWING.has(firstWord)) return 'show';
  // `WITH … INSERT INTO … SELECT` begins like a question and is none.
  return READING.has(firstWord) && !tokens.some((token) => isWord(token, 'INSERT')) ? 'select' : 'other';
}

/** `FORMAT x` counts where it ends the statement; elsewhere `format` may be a column or a function. */
function readFormat(tokens: readonly Token[]): string | null {
  for (let at = tokens.length - 2; at > 0; at--) {
    const name = tokens[at + 1];
    if (!isWord(tokens[at], 'FORMAT') || name?.kind !== 'word') continue;
    const after = tokens[at + 2];
    return after === undefined || isWord(after, 'SETTINGS') ? name.text : null;
  }
  return null;
}

/** Called after each token: an INSERT's text ends with `VALUES` or `FORMAT x` after its target; what follows is data. */
function readInsertEnd(sql: string, tokens: readonly Token[]): InsertShape | null {
  const last = tokens.at(-1);
  if (last === undefined || !isWord(tokens[0], 'INSERT')) return null;
  const isFormat = isWord(tokens.at(-2), 'FORMAT') && last.kind === 'word';
  if (!isFormat && !isWord(last, 'VALUES')) return null;
  const head = tokens.slice(0, isFormat ? -2 : -1);
  const shape = readTarget(sql, head);
  if (shape === null) return null;
  return { ...shape, format: isFormat ? last.text : 'Values', dataStart: startOfData(sql, last.end) };
}

/** Null while the tokens do not (or not yet) form `INSERT INTO name (columns) SETTINGS …`. */
function readTarget(sql: string, tokens: readonly Token[]): { target: string; settings: string } | null {
  let at = 1;
  if (isWord(tokens[at], 'INTO')) at += 1;
  if (isWord(tokens[at], 'FUNCTION'))
    throw refuse('SUPPORT_IS_DISABLED', 'INSERT INTO FUNCTION is not served');
  if (isWord(tokens[at], 'TABLE') && tokens.length > at + 1) at += 1;
  at = endOfName(tokens, at);
  if (at < 0) return null;
  if (tokens[at]?.text === '(') at = endOfGroup(tokens, at);
  if (at < 0) return null;
  const start = tokens[0]?.start ?? 0;
  const targetEnd = tokens[at - 1]?.end ?? 0;
  if (at === tokens.length) return { target: sql.slice(start, targetEnd), settings: '' };
  const rest = tokens.slice(at);
  if (!isWord(rest[0], 'SETTINGS') || rest.some((token) => isWord(token, 'SELECT', 'WITH', 'FROM')))
    return null;
  const settings = sql.slice(tokens[at]?.start, tokens.at(-1)?.end);
  return { target: sql.slice(start, targetEnd), settings };
}

/** `INSERT INTO t` alone is complete as well: its data then comes in the body, as VALUES. */
function completeInsert(sql: string, statement: Statement): Statement {
  const shape = statement.firstWord === 'INSERT' ? readTarget(sql, statement.tokens) : null;
  if (shape === null) return statement;
  const dataStart = statement.tokens.at(-1)?.end ?? 0;
  return { ...statement, kind: 'insert', format: null, insert: { ...shape, format: 'Values', dataStart } };
}

function endOfName(tokens: readonly Token[], start: number): number {
  let at = start;
  for (;;) {
    const token = tokens[at];
    if (token?.text === '{') at = endOfGroup(tokens, at);
    else if (token?.kind === 'word' || token?.kind === 'quoted') at += 1;
    else return -1;
    if (at < 0 || tokens[at]?.text !== '.') return at;
    at += 1;
  }
}

/** Columns or a `{name:Identifier}`; a bracket with a SELECT inside is no column list. */
function endOfGroup(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind === 'word' && isWord(token, 'SELECT', 'WITH')) return -1;
    if (token?.kind !== 'mark') continue;
    if (token.text === '(' || token.text === '{') depth += 1;
    if (token.text === ')' || token.text === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** After the format's name: blanks, then at most one line break, as the engine does it. */
function startOfData(sql: string, end: number): number {
  const blank = /[ \t\f]*\r?\n?/y;
  blank.lastIndex = end;
  return blank.test(sql) ? blank.lastIndex : end;
}
