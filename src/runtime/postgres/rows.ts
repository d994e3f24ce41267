/** Rows between PostgreSQL and TypeScript: columns are snake case there, fields are camel case here. */

/** Renames the columns of a result. Rows without an underscore in a column name are returned as they are. */
export function toCamelRows<Row extends object>(rows: readonly object[], columns: readonly string[]): Row[] {
  if (!columns.some((column) => column.includes('_'))) return rows as Row[];
  const fields = columns.map((column) => [column, toCamelCase(column)] as const);
  return rows.map((row) => {
    const renamed: Record<string, unknown> = {};
    for (const [column, field] of fields) renamed[field] = (row as Record<string, unknown>)[column];
    return renamed as Row;
  });
}

/**
 * Many rows as one parameter of type `jsonb`, for `jsonb_to_recordset($1) as r (id text, ended_at timestamptz)` or
 * `jsonb_populate_recordset(null::gamekeeper.goal, $1)`. Only the names of the fields are changed, not those inside of values.
 */
export function toRecordset(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([field, value]) => [toSnakeCase(field), value])),
    ),
  );
}

function toCamelCase(column: string): string {
  return column.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function toSnakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
