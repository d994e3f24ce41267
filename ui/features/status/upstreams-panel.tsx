/** For which upstream APIs this Gamekeeper has a key. The keys themselves never leave the server. */
import { IconKey, IconKeyOff } from '@tabler/icons-react';

import type { SystemStatus } from '#/contract/status.ts';

import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import labels from './state-label.module.css';
import classes from './upstreams-panel.module.css';

type Upstream = SystemStatus['upstreams'][number];

const LOOKS = {
  set: { word: 'Set', tone: 'good', Icon: IconKey },
  missing: { word: 'Missing', tone: 'quiet', Icon: IconKeyOff },
} as const satisfies Record<Upstream['key'], unknown>;

export function UpstreamsPanel({ upstreams }: { readonly upstreams: readonly Upstream[] }) {
  return (
    <Section title="Upstream keys">
      {upstreams.length === 0 ? (
        <EmptyState>No upstream APIs are known.</EmptyState>
      ) : (
        <ul className={classes.list} aria-label="Upstream keys">
          {upstreams.map(({ id, name, key }) => (
            <li key={id} className={classes.item}>
              <span>{name}</span>
              <KeyLabel state={key} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function KeyLabel({ state }: { readonly state: Upstream['key'] }) {
  const { word, tone, Icon } = LOOKS[state];
  return (
    <span className={labels.label} data-tone={tone}>
      <Icon className={labels.icon} size={16} aria-hidden="true" />
      {word}
    </span>
  );
}
