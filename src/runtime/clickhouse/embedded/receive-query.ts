/** Reads a request to its end and makes it a job: the SQL from URL, form or body, an INSERT's data into a spool file. */
import type { IncomingMessage } from 'node:http';
import type { EngineFacts } from './engine-facts.ts';
import type { Encoding, QueryRequest } from './http-request.ts';
import type { LaneJob } from './lane-job.ts';
import { boundaryOf, readForm } from './multipart-form.ts';
import { planJob, type Asked } from './query-plan.ts';
import { readBody, spoolBody } from './request-body.ts';
import type { QueryLimits } from '../clickhouse.ts';
import type { Account } from './statement-policy.ts';
import { readStatement } from './statement.ts';

export interface ReceivedQuery {
  readonly account: Account;
  readonly queryId: string;
  readonly job: LaneJob;
  readonly isInsert: boolean;
  readonly isWrite: boolean;
  readonly answerEncoding: Encoding | null;
  cleanUp(): Promise<void>;
}

export interface ReceiveOptions {
  readonly limits: QueryLimits;
  readonly engine: EngineFacts;
  readonly spoolDirectory: string;
}

let spooled = 0;

export async function receiveQuery(
  message: IncomingMessage,
  request: QueryRequest,
  account: Account,
  options: ReceiveOptions,
): Promise<ReceivedQuery> {
  const boundary = boundaryOf(message.headers['content-type']);
  if (boundary !== null) {
    const form = readForm(await readBody(message), boundary);
    const sql = Buffer.from(request.query + form.query);
    return receive(
      { request, account, parameters: [...request.parameters, ...form.parameters] },
      sql,
      null,
      options,
    );
  }
  const asked = { request, account, parameters: request.parameters };
  if (request.query !== '' && readStatement(request.query).kind === 'insert') {
    return receive(asked, Buffer.from(request.query), message, options);
  }
  const body = await readBody(message);
  const sql = request.query === '' ? body : Buffer.concat([Buffer.from(`${request.query}\n`), body]);
  return receive(asked, sql, null, options);
}

async function receive(
  from: Omit<Asked, 'statement'>,
  sql: Buffer,
  body: IncomingMessage | null,
  options: ReceiveOptions,
): Promise<ReceivedQuery> {
  const text = sql.toString('utf8');
  const statement = readStatement(text);
  const asked = { ...from, statement };
  const isInsert = statement.insert !== null;
  spooled += 1;
  const name = `insert-${process.pid}-${spooled}`;
  // Planned before the data is read: who may not insert need not send.
  const job = planJob(asked, options.limits, options.engine, isInsert ? name : null);
  const head = sql.subarray(Buffer.byteLength(text.slice(0, statement.insert?.dataStart ?? 0)));
  const file = isInsert ? await spoolBody(options.spoolDirectory, name, head, body) : null;
  return {
    account: from.account,
    queryId: from.request.queryId,
    job,
    isInsert,
    isWrite: statement.kind === 'insert' || statement.kind === 'other',
    answerEncoding: from.request.answerEncoding,
    cleanUp: async () => file?.remove(),
  };
}
