/**
 * Which migrations are still to run, and whether the past is as it was.
 * Files are append-only: one that ran and was changed or removed since means that two histories exist, and nothing is run.
 */
export interface Migration {
  /** `0007-tft-boards`: four digits, a dash, words. */
  readonly name: string;
  readonly checksum: string;
}

export type MigrationPlan =
  | { readonly ok: true; readonly pending: readonly string[] }
  | { readonly ok: false; readonly fault: string };

const NAME = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*$/;

export function planMigrations(files: readonly Migration[], applied: readonly Migration[]): MigrationPlan {
  const fault = findNameFault(files) ?? findHistoryFault(files, applied);
  if (fault !== undefined) return { ok: false, fault };
  const done = new Set(applied.map((migration) => migration.name));
  return { ok: true, pending: files.map((file) => file.name).filter((name) => !done.has(name)) };
}

function findNameFault(files: readonly Migration[]): string | undefined {
  for (const [index, file] of files.entries()) {
    if (!NAME.test(file.name))
      return `${file.name} is not a migration name; expected four digits, a dash and words`;
    const number = Number(file.name.slice(0, 4));
    if (number !== index + 1)
      return `${file.name} has number ${number}; expected ${index + 1}, without gaps or doubles`;
  }
  return undefined;
}

function findHistoryFault(files: readonly Migration[], applied: readonly Migration[]): string | undefined {
  const present = new Map(files.map((file) => [file.name, file.checksum]));
  for (const { name, checksum } of applied) {
    const now = present.get(name);
    if (now === undefined) return `${name} was applied to this database, but its file is missing`;
    if (now !== checksum) return `${name} was changed after it was applied to this database`;
  }
  return undefined;
}
