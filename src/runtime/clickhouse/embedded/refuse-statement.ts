/**
 * What the engine itself would let through. It denies every table function and table engine that reaches outside, by its grants
 * (`engine-config.ts`), and every write of a reader, by `readonly = 1`. Tried on 26.7, these pass both: the scalar function
 * `file('/etc/passwd')`, also when it is only named (`apply(file)`, `arrayMap(file, …)`), `INTO OUTFILE`, `KILL QUERY` by a reader,
 * and a second statement after a `;`.
 *
 * The check does not parse SQL. It refuses characters and words wherever they stand, also in comments and literals, so there is
 * no way to hide one from it: our statements do not need them, because values are parameters.
 */
import { EngineError, type Account } from './protocol.ts';

/** Words that read or write files, reach the network, or run text as SQL. */
const FORBIDDEN_WORDS =
  /\b(file|infile|outfile|eval|executable|catboostEvaluate|ai(Generate|Classify|Extract|Translate|Embed))\b/i;
/** `;` ends a statement; a backslash can spell a forbidden word inside a quoted identifier. */
const FORBIDDEN_CHARACTERS = /[;\\]/;
const QUESTION = /^\s*(select|with)\b/i;

export function refuseStatement(sql: string, account: Account): void {
  const word = FORBIDDEN_WORDS.exec(sql)?.[0];
  if (word !== undefined)
    throw refused(`the word ${word} is not allowed, because it can reach outside the database`);
  if (account === 'writer') return;
  if (!QUESTION.test(sql)) throw refused('a reader can only send statements that begin with SELECT or WITH');
  const character = FORBIDDEN_CHARACTERS.exec(sql)?.[0];
  if (character !== undefined)
    throw refused(`a reader's statement cannot contain ${character}; send values as parameters`);
}

function refused(why: string): EngineError {
  return new EngineError('164', 'READONLY', `The statement was refused: ${why}`);
}
