/** What the operations page shows and does, put together from the stores. While ClickHouse is away, everything else is told all the same. */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import type { Logger } from 'pino';
import {
  countReasons,
  type JudgeBody,
  listQuarantined,
  type QuarantinedRow,
  readQuarantined,
  refetchBody,
  revalidateBody,
  showBody,
} from '#/match/quarantine.ts';
import { readPartitionWeights } from '#/runtime/clickhouse/part-health.ts';
import { readDrillSessions } from '#/runtime/drill-sessions.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { Kept } from '#/match/rows.ts';
import { readFootballDay, readUpstreamBudgets } from '#/upstream/permit.ts';
import {
  readObjectWeight,
  readSampledLines,
  readSampleMoment,
  readTableWeights,
} from '#/runtime/postgres/operations.ts';
import { cutHistory } from '#/domain/operations/history-steps.ts';
import type { QuarantinedBody } from '#/contract/operations.ts';
import { toGauges } from './budget-gauges.ts';
import type { OperationsAccess } from './operations-access.ts';
import { toSeries } from './operation-series.ts';

export interface OperationsAccessDeps {
  readonly database: Database;
  /** The account that may only ask. */
  readonly clickhouse: ClickHouseReader;
  /** Called when it is first needed: readers take a while to make. */
  readonly createBodyJudge: () => JudgeBody;
  /** Of the drill's sessions. */
  readonly drillFile: string;
  /** Called with games whose state has changed. */
  readonly onReleased: (source: Kept['source'], id: string) => void;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'warn'>;
}

const MOST_REASONS = 20;
const MOST_SESSIONS = 50;

export function createOperationsAccess(deps: OperationsAccessDeps): OperationsAccess {
  const { database, now } = deps;
  let judge: JudgeBody | undefined;
  return {
    async history(hours) {
      // By the clock that samples are taken by.
      const { now: at } = await readSampleMoment(database);
      const { stepSeconds, begins } = cutHistory(at / 1_000, hours);
      const lines = await readSampledLines(database, { fromSeconds: begins[0] ?? 0, stepSeconds });
      return {
        now: new Date(at).toISOString(),
        stepSeconds,
        times: begins.map((begin) => new Date(begin * 1_000).toISOString()),
        series: toSeries(lines, begins),
      };
    },
    async budgets() {
      const [budgets, footballDay] = await Promise.all([
        readUpstreamBudgets(database),
        readFootballDay(database),
      ]);
      return { now: now().toISOString(), gauges: toGauges(budgets, footballDay) };
    },
    storage: () => weigh(deps),
    async drills() {
      const { sessions, unreadable } = await readDrillSessions(deps.drillFile, MOST_SESSIONS);
      return { sessions, unreadable };
    },
    async quarantine({ source, limit }) {
      const [rows, { total, reasons }] = await Promise.all([
        listQuarantined(database, { source, limit }),
        countReasons(database, { source, limit: MOST_REASONS }),
      ]);
      return { total, reasons: [...reasons], bodies: rows.map(toEntry) };
    },
    async view(kept, id) {
      const found = await readQuarantined(database, kept, id);
      if (found === undefined) return undefined;
      const shown = found.body === null ? { text: null, isCut: false } : showBody(found.body.packed);
      return { entry: toEntry(found.row), body: shown.text, isCut: shown.isCut };
    },
    async revalidate(kept, id) {
      judge ??= deps.createBodyJudge();
      const end = await revalidateBody({ database, judge }, kept, id);
      if (end.type === 'unknown') return undefined;
      if (end.type === 'no-body')
        return { refused: 'It was refused before there was a body, so there is nothing to look at.' };
      if (end.type === 'still-refused') return { did: end.type, reason: end.reason };
      deps.onReleased(kept.source, id);
      return { did: 'stored', reason: null };
    },
    async refetch(kept, id) {
      const end = await refetchBody(database, kept, id);
      if (end.type === 'unknown') return undefined;
      if (end.type === 'nowhere')
        return { refused: 'Its id is of no known platform, so nobody can be asked for it.' };
      deps.onReleased(kept.source, id);
      return { did: end.type, reason: null };
    },
  };
}

async function weigh(deps: OperationsAccessDeps): ReturnType<OperationsAccess['storage']> {
  const { database, clickhouse, log, now } = deps;
  const [tables, objects, partitions] = await Promise.all([
    readTableWeights(database),
    readObjectWeight(database),
    readPartitionWeights(clickhouse).catch((error: unknown) => {
      log.warn({ err: error }, 'ClickHouse does not tell what it weighs');
      return null;
    }),
  ]);
  return {
    now: now().toISOString(),
    postgres: tables,
    clickhouse: partitions ?? [],
    isClickHouseAway: partitions === null,
    objects,
  };
}

function toEntry({ source, kind, id, reason, since, bytes }: QuarantinedRow): QuarantinedBody {
  return { source, kind, id, reason, since: since.toISOString(), bytes };
}
