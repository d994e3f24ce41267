/** For which upstream APIs this Gamekeeper has a key, and whether it is let in with it. The keys themselves never leave the server. */
import { IconKey, IconKeyOff, IconSeedling } from '@tabler/icons-react';

import type { SystemStatus } from '#/contract/status.ts';

import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { ToneLabel } from '../../components/tone-label.tsx';
import classes from './upstreams-panel.module.css';

type Upstream = SystemStatus['upstreams'][number];

const LOOKS = {
  set: { word: 'Set', tone: 'good', Icon: IconKey },
  missing: { word: 'Missing', tone: 'quiet', Icon: IconKeyOff },
  practice: { word: 'Practice world', tone: 'good', Icon: IconSeedling },
  rejected: { word: 'Refused', tone: 'bad', Icon: IconKeyOff },
} as const satisfies Record<Upstream['key'] | 'rejected', unknown>;

export function UpstreamsPanel({ upstreams }: { readonly upstreams: readonly Upstream[] }) {
  return (
    <Section title="Upstream keys">
      {upstreams.length === 0 ? (
        <EmptyState>No upstream APIs are known.</EmptyState>
      ) : (
        <ul className={classes.list} aria-label="Upstream keys">
          {upstreams.map(({ id, name, key, state, detail }) => (
            <li key={id} className={classes.item}>
              <span>
                {name}
                {detail !== null && <span className={classes.detail}>{detail}</span>}
              </span>
              <KeyLabel look={state === 'rejected' ? 'rejected' : key} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function KeyLabel({ look }: { readonly look: keyof typeof LOOKS }) {
  const { word, tone, Icon } = LOOKS[look];
  return (
    <ToneLabel tone={tone} Icon={Icon}>
      {word}
    </ToneLabel>
  );
}
