/** Two fields that name somebody: the Riot ID, and where they play as a hint that saves questions upstream. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { NewLolAccount } from '#/contract/lol-accounts.ts';

import { PLATFORM_CHOICES } from '../search/platform-names.ts';
import { readRiotId } from '../search/riot-id.ts';
import classes from './riot-id-fields.module.css';

const FIND_OUT = '';

export function useRiotIdFields() {
  const [text, setText] = useState('');
  const [platform, setPlatform] = useState(FIND_OUT);
  const [fault, setFault] = useState<string>();
  return {
    text,
    platform,
    fault,
    setText: (next: string) => {
      setText(next);
      setFault(undefined);
    },
    setPlatform,
    clear: () => setText(''),
    /** Undefined: it is no Riot ID, and the field says why. */
    read: (): NewLolAccount | undefined => {
      const read = readRiotId(text);
      setFault(read.type === 'refused' ? read.expected : undefined);
      if (read.type === 'refused') return undefined;
      const { gameName, tagLine } = read;
      return { gameName, tagLine, ...(platform === FIND_OUT ? {} : { platform }) };
    },
  };
}

export function RiotIdFields({ fields }: { readonly fields: ReturnType<typeof useRiotIdFields> }) {
  return (
    <>
      <TextInput
        className={classes.name ?? ''}
        label="Riot ID"
        placeholder="Name#TAG"
        value={fields.text}
        onChange={(event) => fields.setText(event.currentTarget.value)}
        error={fields.fault}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
      />
      <NativeSelect
        className={classes.platform ?? ''}
        label="Plays on"
        value={fields.platform}
        data={[{ value: FIND_OUT, label: 'Find out' }, ...PLATFORM_CHOICES]}
        onChange={(event) => fields.setPlatform(event.currentTarget.value)}
      />
    </>
  );
}
