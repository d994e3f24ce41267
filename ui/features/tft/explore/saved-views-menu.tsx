/** Named questions of this browser: open, save the one that is shown, rename, delete. */
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { readSearchText } from '../../../lib/search-text.ts';
import { removeView, renameView, saveView, type SavedView } from './saved-views.ts';
import { useSavedViews } from './saved-views-hook.ts';
import classes from './saved-views-menu.module.css';

export function SavedViewsMenu({ text }: { readonly text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [views, keep] = useSavedViews();
  const current = views.find((view) => view.text === text);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={300} trapFocus withRoles>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBookmark size={15} aria-hidden="true" />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {current ? current.name : 'Views'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''} aria-label="Saved views">
        {views.length === 0 ? (
          <p className={classes.none}>Nothing saved yet. Give this view a name to come back to it.</p>
        ) : (
          <ul className={classes.list} aria-label="Saved views">
            {views.map((view) => (
              <ViewLine
                key={view.name}
                view={view}
                isCurrent={view === current}
                onOpen={() => setIsOpen(false)}
                onRename={(name) => keep(renameView(views, view.name, name))}
                onRemove={() => keep(removeView(views, view.name))}
              />
            ))}
          </ul>
        )}
        <NameForm
          label="Name of this view"
          action="Save"
          onName={(name) => keep(saveView(views, name, text))}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ViewLineProps {
  readonly view: SavedView;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

function ViewLine({ view, isCurrent, onOpen, onRename, onRemove }: ViewLineProps) {
  const [isNaming, setIsNaming] = useState(false);
  if (isNaming) {
    const rename = (name: string) => {
      setIsNaming(false);
      onRename(name);
    };
    return (
      <li>
        <NameForm label={`New name of ${view.name}`} action="Rename" start={view.name} onName={rename} />
      </li>
    );
  }
  return (
    <li className={classes.view}>
      <Link
        to="/tft"
        search={readSearchText(view.text)}
        className={classes.name}
        activeProps={{}}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onOpen}
      >
        {view.name}
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Rename ${view.name}`}
        onClick={() => setIsNaming(true)}
      >
        <IconPencil size={15} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${view.name}`} onClick={onRemove}>
        <IconTrash size={15} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

interface NameFormProps {
  readonly label: string;
  readonly action: string;
  readonly start?: string;
  readonly onName: (name: string) => void;
}

function NameForm({ label, action, start = '', onName }: NameFormProps) {
  const [name, setName] = useState(start);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onName(name);
    setName('');
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        size="xs"
        className={classes.input ?? ''}
        aria-label={label}
        placeholder={label}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs">
        {action}
      </Button>
    </form>
  );
}
