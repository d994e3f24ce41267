/** The body as the upstream sent it: as text, to be searched and copied. Nothing in it is ever read as markup. */
import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';

import { Choice } from '../../../components/choice.tsx';
import { formatCount } from '../../../lib/format.ts';
import { findInText, MOST_FOUND } from './find-in-text.ts';
import { FoundText } from './found-text.tsx';
import { indentJson, isIndentable } from './indent-json.ts';
import classes from './raw-body.module.css';
import { visibleText } from './visible-text.ts';

type Form = 'received' | 'indented';

const FORMS = [
  { value: 'received', label: 'As received' },
  { value: 'indented', label: 'On lines' },
] as const satisfies readonly { value: Form; label: string }[];

export function RawBody({ body }: { readonly body: string }) {
  const [form, setForm] = useState<Form>('received');
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState(0);
  const sought = useDeferredValue(wanted);
  const shown = useMemo(() => visibleText(form === 'indented' ? indentJson(body) : body), [body, form]);
  const found = useMemo(() => findInText(shown, sought), [shown, sought]);
  const nth = found.length === 0 ? 0 : Math.min(chosen, found.length - 1);
  const step = (by: number) => setChosen((nth + by + found.length) % Math.max(1, found.length));
  const seek = (text: string) => {
    setWanted(text);
    setChosen(0);
  };
  return (
    <>
      <div className={classes.tools}>
        <Finder wanted={wanted} count={found.length} nth={nth} onWanted={seek} onStep={step} />
        {isIndentable(body) ? (
          <Choice label="Form of the body" value={form} options={FORMS} onChange={setForm} />
        ) : null}
        <CopyButton text={body} />
      </div>
      <FoundText text={shown} found={found} nth={nth} />
    </>
  );
}

interface FinderProps {
  readonly wanted: string;
  readonly count: number;
  readonly nth: number;
  readonly onWanted: (text: string) => void;
  readonly onStep: (by: number) => void;
}

function Finder({ wanted, count, nth, onWanted, onStep }: FinderProps) {
  return (
    <search className={classes.finder} aria-label="Find in the body">
      <TextInput
        label="Find in the body"
        description="Enter goes to the next place, with Shift to the one before."
        value={wanted}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onWanted(event.currentTarget.value)}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Enter' && count > 0) onStep(shiftKey ? -1 : 1);
        }}
      />
      <output className={classes.count}>{countWords(wanted, count, nth)}</output>
    </search>
  );
}

function countWords(wanted: string, count: number, nth: number): string {
  if (wanted === '') return '';
  if (count === 0) return 'Nowhere';
  return `${formatCount(nth + 1)} of ${formatCount(count)}${count === MOST_FOUND ? ' or more' : ''}`;
}

function CopyButton({ text }: { readonly text: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon size={15} aria-hidden="true" />}
      onClick={() => clipboard.copy(text)}
    >
      {clipboard.copied ? 'Copied' : clipboard.error ? 'Could not be copied' : 'Copy'}
    </Button>
  );
}
