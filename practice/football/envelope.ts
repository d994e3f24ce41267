/**
 * The envelope of every answer, and how the upstream says that something is wrong: with HTTP 200, no results, and an object in the
 * place of the empty list of errors. Empty parameters are a list, too: both come from PHP's one kind of array.
 */
export interface FootballAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
}

export interface FootballCall {
  /** `fixtures` */
  readonly get: string;
  readonly query: URLSearchParams;
}

/** As they stand in real answers, with the plan's numbers in them. */
export const ERRORS = {
  token: {
    token:
      'Error/Missing application key. Go to https://www.api-football.com/documentation-v3 to learn how to get your API application key.',
  },
  requests: {
    requests:
      'You have reached the request limit for the day, Go to https://dashboard.api-football.com to upgrade your plan.',
  },
  rateLimit: (perMinute: number) => ({
    rateLimit: `Too many requests. Your rate limit is ${perMinute} requests per minute.`,
  }),
} as const;

export function goodAnswer(call: FootballCall, response: readonly unknown[] | object): FootballAnswer {
  return envelope(call, [], Array.isArray(response) ? response.length : 1, response);
}

export function errorBody(call: FootballCall, errors: Readonly<Record<string, string>>): FootballAnswer {
  return envelope(call, errors, 0, []);
}

function envelope(
  { get, query }: FootballCall,
  errors: object,
  results: number,
  response: object,
): FootballAnswer {
  const parameters = query.size === 0 ? [] : Object.fromEntries(query);
  return toAnswer(200, { get, parameters, errors, results, paging: { current: 1, total: 1 }, response });
}

function toAnswer(status: number, value: object): FootballAnswer {
  return { status, body: JSON.stringify(value), contentType: 'application/json' };
}

/** Without an envelope, as from the servers in front. */
export const SERVER_ERROR = toAnswer(500, {
  message: 'Something went wrong while fetching details. Try again later.',
});
