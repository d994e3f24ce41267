/** Turns a request and its statement into the job for a lane: which settings, which format, in pieces or whole. */
import type { EngineFacts } from './engine-facts.ts';
import { refuse } from './exceptions.ts';
import type { QueryRequest } from './http-request.ts';
import type { LaneJob } from './lane-job.ts';
import type { NamedValue } from './parameters.ts';
import { canArriveInPieces } from './result-format.ts';
import type { QueryLimits } from '../clickhouse.ts';
import { admitSettings, readerSettings } from './settings-policy.ts';
import { checkStatement, type Account } from './statement-policy.ts';
import type { Statement } from './statement.ts';

/**
 * One INSERT becomes one block, and a block into one partition is atomic. The engine's defaults cut at 1,048,449 rows
 * and, with `async_insert`, may join the rows of several requests.
 */
const ONE_BLOCK: readonly NamedValue[] = [
  ['async_insert', '0'],
  ['max_insert_block_size', '1000000000'],
  ['min_insert_block_size_rows', '1000000000'],
  ['min_insert_block_size_bytes', '1000000000000'],
  ['max_insert_threads', '1'],
];

export interface Asked {
  readonly request: QueryRequest;
  readonly statement: Statement;
  readonly parameters: readonly NamedValue[];
  readonly account: Account;
}

/** Throws where the account may not do what it asks. `dataFile` is where the INSERT's data lies. */
export function planJob(
  asked: Asked,
  limits: QueryLimits,
  engine: EngineFacts,
  dataFile: string | null,
): LaneJob {
  const { request, statement, account } = asked;
  checkStatement(statement, account, request.method);
  const format = statement.format ?? request.defaultFormat;
  if (!/^[A-Za-z0-9_]+$/.test(format))
    throw refuse('BAD_ARGUMENTS', `Unknown format ${JSON.stringify(format)}`);
  const isInPieces = canArriveInPieces(statement, format, new Map(request.settings));
  return {
    sql: dataFile === null ? statement.text : toInsertFromFile(statement, dataFile),
    format,
    delivery: isInPieces ? 'pieces' : 'whole',
    database: request.database,
    settings: settingsFor(asked, limits, engine),
    parameters: asked.parameters,
    // A reader cannot change its session, so it needs none of its own.
    session: account === 'writer' ? request.session : null,
  };
}

function settingsFor(asked: Asked, limits: QueryLimits, engine: EngineFacts): NamedValue[] {
  const { request, statement, account } = asked;
  const admitted = admitSettings(request.settings, account, limits, engine.isSetting);
  // How a running query is found again when it has to be killed: chdb gives no say in its own query id.
  const mark: NamedValue = ['log_comment', request.queryId];
  if (account === 'reader') return readerSettings(limits, [...admitted, mark]);
  const defaults = statement.kind === 'insert' ? ONE_BLOCK : [];
  return [...new Map([...defaults, mark, ...admitted.filter(([name]) => name !== 'log_comment')])];
}

function toInsertFromFile(statement: Statement, dataFile: string): string {
  const insert = statement.insert;
  if (insert === null) throw new Error(`Only an INSERT takes data, not: ${statement.text.slice(0, 100)}`);
  return `${insert.target} FROM INFILE '${dataFile}' COMPRESSION 'none' ${insert.settings} FORMAT ${insert.format}`;
}
