/** Conditions as nested boxes: a group says how its members are joined, and can hold further groups. */
import { Button, CloseButton, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

import { isGroup, openGroup, type GroupKind } from '#/domain/tft/explore/condition-group.ts';
import {
  COUNTED_THINGS,
  QUESTION_LIMITS,
  type Condition,
  type ConditionGroup,
  type LeafCondition,
} from '#/domain/tft/explore/filter.ts';

import { EntitySelect } from '../names/entity-select.tsx';
import type { NameBook } from '../names/name-book.ts';
import classes from './condition-editor.module.css';
import { COUNT_LABELS } from '#/domain/tft/explore/leaves.ts';
import {
  addCondition,
  removeCondition,
  replaceCondition,
  setGroupKind,
  type ConditionPath,
} from './condition-tree.ts';
import { LeafEditor } from './leaf-editor.tsx';

const GROUP_LABELS: readonly { readonly value: GroupKind; readonly label: string }[] = [
  { value: 'all', label: 'All of these hold' },
  { value: 'any', label: 'Any of these holds' },
  { value: 'none', label: 'None of these holds' },
];

interface ConditionEditorProps {
  readonly tree: ConditionGroup;
  readonly book: NameBook;
  readonly onChange: (tree: ConditionGroup) => void;
}

export function ConditionEditor({ tree, book, onChange }: ConditionEditorProps) {
  return <GroupEditor group={tree} path={[]} tree={tree} book={book} onChange={onChange} />;
}

interface GroupEditorProps extends ConditionEditorProps {
  readonly group: ConditionGroup;
  readonly path: ConditionPath;
}

function GroupEditor(props: GroupEditorProps) {
  const { group, path, tree, onChange } = props;
  const { kind, members } = openGroup(group);
  return (
    <fieldset className={classes.group} data-kind={kind}>
      <legend className={classes.legend}>
        <NativeSelect
          size="xs"
          aria-label="How these conditions are joined"
          data={[...GROUP_LABELS]}
          value={kind}
          onChange={(event) => onChange(setGroupKind(tree, path, event.currentTarget.value as GroupKind))}
        />
      </legend>
      {members.map((member, index) => {
        // The place is what makes a member itself: its content changes with every letter that is typed.
        const memberPath = [...path, index];
        return <Member key={memberPath.join('.')} {...props} member={member} path={memberPath} />;
      })}
      <AddCondition {...props} />
    </fieldset>
  );
}

function Member({ member, ...props }: GroupEditorProps & { readonly member: Condition }) {
  const { path, tree, book, onChange } = props;
  return (
    <div className={classes.member}>
      <div className={classes.content}>
        {isGroup(member) ? (
          <GroupEditor {...props} group={member} />
        ) : (
          <LeafEditor
            leaf={member}
            book={book}
            onChange={(leaf) => onChange(replaceCondition(tree, path, leaf))}
          />
        )}
      </div>
      <CloseButton
        size="sm"
        aria-label={isGroup(member) ? 'Remove this group' : 'Remove this condition'}
        onClick={() => onChange(removeCondition(tree, path))}
      />
    </div>
  );
}

const KINDS = ['unit', 'item', 'trait'] as const;

/** Choosing a name adds the condition at once; its details are then edited in place. */
function AddCondition({ path, tree, book, onChange }: GroupEditorProps) {
  const add = (condition: Condition) => onChange(addCondition(tree, path, condition));
  const canNest = path.length < QUESTION_LIMITS.depth - 2;
  return (
    <div className={classes.add}>
      {KINDS.map((kind) => (
        <EntitySelect
          key={kind}
          label={`Add a condition: ${kind}`}
          placeholder={`+ ${kind}`}
          kind={kind}
          book={book}
          value={null}
          onChange={(id) => add({ [kind]: id } as unknown as LeafCondition)}
        />
      ))}
      <NativeSelect
        size="xs"
        aria-label="Add a condition: count"
        value=""
        data={[
          { value: '', label: '+ count' },
          ...COUNTED_THINGS.map((value) => ({ value, label: COUNT_LABELS[value] })),
        ]}
        onChange={(event) => {
          const count = COUNTED_THINGS.find((thing) => thing === event.currentTarget.value);
          if (count !== undefined) add({ count, is: { min: 1 } });
        }}
      />
      {canNest ? (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlus size={13} aria-hidden="true" />}
          onClick={() => add({ any: [] })}
        >
          Group
        </Button>
      ) : null}
    </div>
  );
}
