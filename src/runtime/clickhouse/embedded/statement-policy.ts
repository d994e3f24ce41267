/**
 * What each account may ask for, before the engine sees it. The engine itself denies every table function and table engine
 * that reaches outside (no grants, `engine-config.ts`) and every write of a reader (`readonly = 1`). Three things pass both,
 * tried on 26.7, and are refused here: the scalar function `file('/etc/passwd')`, also when it is only named
 * (`APPLY(file)`, `arrayMap(file, …)`), `INTO OUTFILE`, and `KILL QUERY` by a reader.
 */
import { refuse } from './exceptions.ts';
import { isWord, type Statement } from './statement.ts';
import type { Token } from './tokens.ts';

export type Account = 'writer' | 'reader';

/** Functions that read files, reach the network or run text as SQL. Compared without regard to case. */
const REACHING_OUT = new Set([
  'file',
  'eval',
  'executable',
  'catboostevaluate',
  'aigenerate',
  'aiclassify',
  'aiextract',
  'aitranslate',
  'aiembed',
]);

export function checkStatement(statement: Statement, account: Account, method: string): void {
  refuseFileTransfer(statement.tokens);
  if (account === 'reader') return checkReader(statement);
  if (method === 'GET' && statement.kind !== 'select' && statement.kind !== 'show') {
    throw refuse(
      'READONLY',
      'Cannot execute query in readonly mode. For queries over HTTP, method GET implies readonly: use POST',
    );
  }
  for (const [at, token] of statement.tokens.entries()) {
    if (statement.tokens[at + 1]?.text === '(') refuseReachingOut(token);
  }
}

function checkReader(statement: Statement): void {
  if (statement.kind !== 'select' && statement.kind !== 'show') {
    throw refuse(
      'READONLY',
      `Cannot execute ${statement.firstWord} in readonly mode: the reader may only ask`,
    );
  }
  for (const token of statement.tokens) {
    if (token.kind === 'quoted' && token.text.includes('\\')) {
      throw refuse('SYNTAX_ERROR', `Syntax error: a reader's identifier may not hold escapes: ${token.text}`);
    }
    refuseReachingOut(token);
  }
}

function refuseReachingOut(token: Token): void {
  if (token.kind !== 'word' && token.kind !== 'quoted') return;
  const name = token.kind === 'quoted' ? token.text.slice(1, -1) : token.text;
  if (REACHING_OUT.has(name.toLowerCase())) {
    throw refuse('READONLY', `Function ${name} is not served: it reaches outside of the database`);
  }
}

function refuseFileTransfer(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (
      (isWord(token, 'INTO') && isWord(next, 'OUTFILE')) ||
      (isWord(token, 'FROM') && isWord(next, 'INFILE'))
    ) {
      throw refuse(
        'READONLY',
        `${token.text} ${next?.text ?? ''} is not served: the server reads and writes no files for clients`,
      );
    }
  }
}
