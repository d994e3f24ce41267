/** What can be followed. A topic's name is plain (`status`) or a pattern with parameters (`account/:id`). */

export interface TopicDefinition {
  readonly name: string;
  /** All that is true now; `undefined` when there is nothing by these parameters. Called once for all subscribers. */
  readonly snapshot: (params: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Snapshots are not read more often than this, however many notices come. */
  readonly minIntervalMs?: number;
  /** Read again this often while somebody follows, for what changes without a notice. */
  readonly refreshEveryMs?: number;
}

export interface FoundTopic {
  readonly definition: TopicDefinition;
  readonly params: Readonly<Record<string, string>>;
}

export function findTopic(definitions: readonly TopicDefinition[], topic: string): FoundTopic | undefined {
  for (const definition of definitions) {
    const params = matchTopic(definition.name, topic);
    if (params !== undefined) return { definition, params };
  }
  return undefined;
}

function matchTopic(pattern: string, topic: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = topic.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}
