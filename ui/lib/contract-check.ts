/**
 * Compares what the server sends with the contract's schemas, in development builds only: the validator is many
 * times larger than the API client, and in production server and page come from one commit.
 * The imports are dynamic, so that a production build leaves them out.
 */
import type { ApiAnswers } from '#/contract/api-answers.ts';
import type { ApiChange } from '#/contract/api-changes.ts';

export async function checkAnswer(operation: keyof ApiAnswers | ApiChange, body: unknown): Promise<void> {
  if (!import.meta.env.DEV) return;
  const [{ Value }, { API_ANSWERS }, { API_CHANGES }, ...shapes] = await Promise.all([
    import('typebox/value'),
    import('#/contract/api-answers.ts'),
    import('#/contract/api-changes.ts'),
    import('#/contract/admin-actions.ts'),
    import('#/contract/football.ts'),
    import('#/contract/jobs.ts'),
    import('#/contract/lol-accounts.ts'),
    import('#/contract/lol-cells.ts'),
    import('#/contract/lol-collection.ts'),
    import('#/contract/lol-history.ts'),
    import('#/contract/lol-reports.ts'),
    import('#/contract/lol-tracking.ts'),
    import('#/contract/operations.ts'),
    import('#/contract/tft-explore.ts'),
  ]);
  // What the schemas refer to by name.
  const named = Object.fromEntries(shapes.flatMap((shape) => Object.values(shape).flatMap(nameOf)));
  const schema =
    operation in API_CHANGES
      ? API_CHANGES[operation as ApiChange].answer
      : API_ANSWERS[operation as keyof ApiAnswers];
  const [first] = schema === null ? [] : Value.Errors(named, schema, body);
  if (first)
    throw new Error(
      `${operation} does not keep to the contract at ${first.instancePath || '/'}: ${first.message}`,
    );
}

function nameOf(value: unknown): [string, object][] {
  if (typeof value !== 'object' || value === null || !('$id' in value)) return [];
  return typeof value.$id === 'string' ? [[value.$id, value]] : [];
}
