/**
 * Asks for a player by Riot ID. What is typed is looked for among the players that are stored, but anybody can be asked for: Enter takes
 * what was typed, or the first suggestion as long as no tag was typed. The platform is a hint that saves two questions upstream.
 */
import { Autocomplete, Button, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { useKnownPlayers } from './known-players-query.ts';
import { PLATFORM_CHOICES } from './platform-names.ts';
import classes from './player-search.module.css';
import { printRiotId, readRiotId, typedName, type RiotId } from './riot-id.ts';

interface PlayerSearchProps {
  readonly typed?: string;
  readonly platform?: string;
}

const MOST_SUGGESTED = 8;
const WAIT_MS = 150;

export function PlayerSearch({ typed: first = '', platform: hint = '' }: PlayerSearchProps) {
  const [typed, setTyped] = useState(first);
  const [platform, setPlatform] = useState(hint);
  const [refusal, setRefusal] = useState<string>();
  const suggestions = useSuggestions(typed);
  const navigate = useNavigate();
  const open = ({ gameName, tagLine }: RiotId) =>
    void navigate({
      to: '/players/$gameName/$tagLine',
      params: { gameName, tagLine },
      search: platform === '' ? {} : { platform },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [suggested] = typed.includes('#') ? [] : suggestions;
    const read = readRiotId(typed.trim() === '' || suggested === undefined ? typed : suggested);
    setRefusal(read.type === 'refused' ? read.expected : undefined);
    if (read.type === 'ok') open(read);
  };
  return (
    <search aria-label="Find a player">
      <form className={classes.form} onSubmit={submit}>
        <Autocomplete
          className={classes.name ?? ''}
          label="Riot ID"
          placeholder="Name#TAG"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          data={suggestions}
          filter={({ options }) => options}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setRefusal(undefined);
          }}
          onOptionSubmit={(text) => {
            const read = readRiotId(text);
            if (read.type === 'ok') open(read);
          }}
          error={refusal}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
        />
        <NativeSelect
          className={classes.platform ?? ''}
          label="Plays on"
          value={platform}
          data={[{ value: '', label: 'Find out' }, ...PLATFORM_CHOICES]}
          onChange={(event) => setPlatform(event.currentTarget.value)}
        />
        <Button type="submit" className={classes.button ?? ''}>
          Show history
        </Button>
      </form>
    </search>
  );
}

function useSuggestions(typed: string): string[] {
  const [begin] = useDebouncedValue(typedName(typed), WAIT_MS);
  const { data } = useKnownPlayers(begin, MOST_SUGGESTED);
  const names = (data?.players ?? []).filter(({ tagLine }) => tagLine !== '').map(printRiotId);
  // The list is of what was typed a moment ago: what does not fit any more would be a wrong suggestion.
  const isMeant = (name: string) => name.toLowerCase().startsWith(typed.trim().toLowerCase());
  return typed.trim() === '' ? [] : [...new Set(names)].filter(isMeant);
}
