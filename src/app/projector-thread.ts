/** The projector's thread: started by `projection.ts`, stopped by a message. */
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import {
  fromPlainClickHouse,
  fromPlainPostgres,
  openProjector,
  type ThreadData,
  type ThreadMessage,
} from './open-projector.ts';

if (parentPort === null) throw new Error('projector-thread.ts runs as a thread only');
const port = parentPort;
const tell = (message: ThreadMessage): void => port.postMessage(message);
const { postgres, clickhouse, ...settings } = workerData as ThreadData;
const projector = openProjector({
  ...settings,
  postgres: fromPlainPostgres(postgres),
  clickhouse: fromPlainClickHouse(clickhouse),
  log: pino({ level: 'debug' }, { write: (line: string) => tell({ type: 'log', line }) }),
  onChange: (view) => tell({ type: 'view', view, leads: projector.leads() }),
});
projector.start();
port.once('message', () => {
  void projector.stop().then(() => port.close());
});
