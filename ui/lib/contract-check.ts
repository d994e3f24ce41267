/**
 * Compares what the server sends with the contract's schemas, in development builds only: the validator is many
 * times larger than the API client, and in production server and page come from one commit.
 * The imports are dynamic, so that a production build leaves them out.
 */
import type { ApiAnswers } from '#/contract/api-answers.ts';

export async function checkAnswer(path: keyof ApiAnswers, body: unknown): Promise<void> {
  if (!import.meta.env.DEV) return;
  const [{ Value }, { API_ANSWERS }, explore] = await Promise.all([
    import('typebox/value'),
    import('#/contract/api-answers.ts'),
    import('#/contract/tft-explore.ts'),
  ]);
  // What the schemas refer to by name.
  const { TftCondition, TftFilter, TftQuestion, TftStatistics, TftRow } = explore;
  const named = { TftCondition, TftFilter, TftQuestion, TftStatistics, TftRow };
  const [first] = Value.Errors(named, API_ANSWERS[path], body);
  if (first)
    throw new Error(
      `${path} does not keep to the contract at ${first.instancePath || '/'}: ${first.message}`,
    );
}
