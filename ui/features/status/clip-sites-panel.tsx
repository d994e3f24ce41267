/** The sites that are searched for clips: health, what was seen last, and when the stored login expires. */
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';

import type { SystemStatus } from '#/contract/status.ts';

import { Section } from '../../components/section.tsx';
import { ToneLabel } from '../../components/tone-label.tsx';
import classes from './upstreams-panel.module.css';

type ClipSite = SystemStatus['clipSites'][number];

const LOOKS = {
  well: { word: 'Searched', tone: 'good', Icon: IconCircleCheck },
  unknown: { word: 'Not searched yet', tone: 'quiet', Icon: IconCircleDashed },
  'login-expired': { word: 'Login expired', tone: 'bad', Icon: IconAlertTriangle },
  captcha: { word: 'Captcha', tone: 'warn', Icon: IconAlertTriangle },
  'rate-limited': { word: 'Rate limited', tone: 'warn', Icon: IconAlertTriangle },
  'layout-changed': { word: 'Layout changed', tone: 'bad', Icon: IconAlertTriangle },
  unreachable: { word: 'Unreachable', tone: 'warn', Icon: IconAlertTriangle },
} as const satisfies Record<ClipSite['state'], unknown>;

export function ClipSitesPanel({ sites }: { readonly sites: readonly ClipSite[] }) {
  if (sites.length === 0) return null;
  return (
    <Section title="Clip sites">
      <ul className={classes.list} aria-label="Clip sites">
        {sites.map(({ name, state, detail, loginExpiresAt }) => {
          const { word, tone, Icon } = LOOKS[state];
          return (
            <li key={name} className={classes.item}>
              <span>
                {name}
                {detail !== null && <span className={classes.detail}>{detail}</span>}
                {loginExpiresAt !== null && (
                  <span className={classes.detail}>
                    Login until {loginExpiresAt.slice(0, 16).replace('T', ' ')} UTC
                  </span>
                )}
              </span>
              <ToneLabel tone={tone} Icon={Icon}>
                {word}
              </ToneLabel>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
