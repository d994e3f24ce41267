/** The API of the product whose pages are tested, as the set-up and the tests ask it. */
interface Change {
  readonly method: string;
  readonly body?: object;
}

export type Ask = <Answer>(path: string, change?: Change) => Promise<Answer>;

/** As the admin. */
export async function askJson<Answer>(
  url: string,
  token: string,
  path: string,
  change: Change = { method: 'GET' },
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: change.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(change.body && { 'content-type': 'application/json' }),
    },
    ...(change.body && { body: JSON.stringify(change.body) }),
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return (response.status === 204 ? null : await response.json()) as Answer;
}
