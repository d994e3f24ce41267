/** One body in quarantine: why it is there, what can be done about it, and the body itself. */
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { QuarantineAnswer, QuarantineView } from '#/contract/operations.ts';

import { Bytes } from '../../../components/bytes.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Section } from '../../../components/section.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { useQuarantinedBody, type BodyAddress } from '../operations-query.ts';
import { ReadPanel } from '../read-panel.tsx';
import { QuarantineDecisions } from './quarantine-decisions.tsx';
import classes from './quarantined-body.module.css';
import { RawBody } from './raw-body.tsx';
import { sourceName } from './source-name.ts';

const NOT_FOUND = 404;

export function QuarantinedBody({ address }: { readonly address: BodyAddress }) {
  const read = useQuarantinedBody(address);
  const [answer, setAnswer] = useState<QuarantineAnswer | null>(null);
  const isGone = read.error instanceof ApiProblem && read.error.status === NOT_FOUND;
  return (
    <>
      <Link to="/status/operations/quarantine" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden="true" />
        All of the quarantine
      </Link>
      {answer === null ? null : <Said answer={answer} />}
      {isGone || hasLeft(answer) ? (
        <Section title={address.id}>
          <EmptyState>This is not in quarantine{isGone ? '' : ' any more'}.</EmptyState>
        </Section>
      ) : (
        <ReadPanel
          title={address.id}
          what="the body"
          read={read}
          aside={`${sourceName(address.source)} ${address.kind}`}
        >
          {(view) => <View view={view} onAnswer={setAnswer} />}
        </ReadPanel>
      )}
    </>
  );
}

interface ViewProps {
  readonly view: QuarantineView;
  readonly onAnswer: (answer: QuarantineAnswer) => void;
}

function View({ view: { entry, body, isCut }, onAnswer }: ViewProps) {
  return (
    <>
      <div className={classes.entry}>
        <p className={classes.reason}>{entry.reason}</p>
        <p className={classes.quiet}>
          Put aside <TimeAgo at={entry.since} />
          {entry.bytes === null ? ', without a body.' : null}
          {entry.bytes === null ? null : (
            <>
              , <Bytes value={entry.bytes} />
              {isCut ? ', of which only the beginning is shown.' : '.'}
            </>
          )}
        </p>
        <QuarantineDecisions entry={entry} onAnswer={onAnswer} />
      </div>
      {body === null ? (
        <EmptyState>
          {entry.bytes === null
            ? 'It was refused before there was a body to keep.'
            : 'The stored body cannot be unpacked: it has to be fetched again.'}
        </EmptyState>
      ) : (
        <RawBody body={body} />
      )}
    </>
  );
}

function Said({ answer: { did, reason } }: { readonly answer: QuarantineAnswer }) {
  return (
    <output className={classes.said} data-did={did}>
      {did === 'stored' ? 'It passes now. It is stored, and will be counted.' : null}
      {did === 'asked-again' ? 'The upstream will be asked for it anew.' : null}
      {did === 'still-refused' ? `It still does not pass: ${reason ?? 'no reason recorded'}` : null}
    </output>
  );
}

function hasLeft(answer: QuarantineAnswer | null): boolean {
  return answer !== null && answer.did !== 'still-refused';
}
