/**
 * Which of a request's settings reach the engine. A writer may set anything but the SQL dialect (the statement check reads
 * ClickHouse's own). A reader may shape its answer and tighten its limits; it can never loosen them, and settings that name
 * files (`format_schema`, `format_template_resultset`, `output_format_schema`) are not among the allowed.
 */
import type { QueryLimits } from '../clickhouse.ts';
import { refuse } from './exceptions.ts';
import type { NamedValue } from './parameters.ts';
import type { Account } from './statement-policy.ts';

/** Settings of the HTTP layer: this server obeys them itself or has no use for them. */
const HTTP_ONLY =
  /^(wait_end_of_query|buffer_size|compress|decompress|enable_http_compression|send_progress_in_http_headers|add_http_cors_header|cancel_http_readonly_queries_on_client_close|log_queries|http_.*)$/;

const READER_MAY_SET = new Set(
  `date_time_input_format date_time_output_format bool_true_representation bool_false_representation session_timezone
  extremes totals_mode final limit offset max_block_size max_rows_to_read max_bytes_to_read max_result_bytes
  max_rows_to_group_by max_columns_to_read output_format_write_statistics transform_null_in group_by_use_nulls
  aggregate_functions_null_for_empty union_default_mode count_distinct_implementation use_skip_indexes force_primary_key
  force_index_by_date short_circuit_function_evaluation cast_keep_nullable prefer_column_name_to_alias`.split(
    /\s+/,
  ),
);
const READER_MAY_SET_PREFIXES =
  /^(output_format_(json|csv|tsv|parquet|arrow|native|binary|pretty|decimal|values)_|format_(csv|tsv)_|optimize_|query_plan_|join_)/;

/** Sixty-four threads are more than any laptop has; without a bound one question could start thousands. */
const MAX_THREADS = 64;

export function admitSettings(
  requested: readonly NamedValue[],
  account: Account,
  limits: QueryLimits,
  isKnown: (name: string) => boolean,
): NamedValue[] {
  const forEngine = requested.filter(([name]) => !HTTP_ONLY.test(name));
  for (const [name] of forEngine) {
    if (!isKnown(name)) throw refuse('UNKNOWN_SETTING', `Unknown setting '${name}'`);
    if (name === 'dialect' || name === 'polyglot_dialect') throw readonly(name);
  }
  if (account === 'reader') return admitForReader(forEngine, limits);
  // `readonly` closes the door behind the others, whatever their order in the request.
  return forEngine.toSorted(([a], [b]) => Number(a === 'readonly') - Number(b === 'readonly'));
}

/** Every session of a reader begins with these; `readonly` comes last because nothing can be set after it. */
export function readerSettings(limits: QueryLimits, admitted: readonly NamedValue[]): NamedValue[] {
  const merged = new Map<string, string>([
    ['max_execution_time', String(limits.seconds)],
    ['max_memory_usage', String(limits.memoryBytes)],
    ['max_result_rows', String(limits.resultRows)],
    ['result_overflow_mode', 'throw'],
    ['timeout_overflow_mode', 'throw'],
    ...admitted,
  ]);
  return [...merged, ['readonly', '1']];
}

function admitForReader(requested: readonly NamedValue[], limits: QueryLimits): NamedValue[] {
  const ceilings = new Map([
    ['max_execution_time', limits.seconds],
    ['max_memory_usage', limits.memoryBytes],
    ['max_result_rows', limits.resultRows],
    ['max_threads', MAX_THREADS],
  ]);
  const fixed = new Map([
    ['readonly', '1'],
    ['result_overflow_mode', 'throw'],
    ['timeout_overflow_mode', 'throw'],
  ]);
  const admitted: NamedValue[] = [];
  for (const [name, value] of requested) {
    const ceiling = ceilings.get(name);
    if (ceiling !== undefined) refuseAbove(name, value, ceiling);
    else if (fixed.has(name)) refuseOther(name, value, fixed.get(name) ?? '');
    else if (!READER_MAY_SET.has(name) && !READER_MAY_SET_PREFIXES.test(name)) throw readonly(name);
    if (!fixed.has(name)) admitted.push([name, value]);
  }
  return admitted;
}

/** 0 means "no limit" to the engine. */
function refuseAbove(name: string, value: string, ceiling: number): void {
  const wanted = Number(value);
  if (value.trim() !== '' && wanted > 0 && wanted <= ceiling) return;
  throw refuse(
    'SETTING_CONSTRAINT_VIOLATION',
    `Setting ${name} may lie between 1 and ${ceiling} for a reader, not ${JSON.stringify(value)}`,
  );
}

function refuseOther(name: string, value: string, only: string): void {
  if (value !== only) throw readonly(name);
}

function readonly(name: string) {
  return refuse('READONLY', `Cannot modify '${name}' setting in readonly mode`);
}
