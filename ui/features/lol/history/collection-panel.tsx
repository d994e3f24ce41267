/**
 * How far the collection is: a bar that moves by itself, what is missing, when it will be done. Where all is there, one line says so.
 * The numbers are read out on request and not with each game: the bar is a progress bar with a sentence, and no live region.
 */
import { Progress } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import type { LolCollection } from '#/contract/lol-collection.ts';

import { TimeAgo } from '../../../components/time-ago.tsx';
import { useTimeText } from '../../../lib/clock-hook.ts';
import classes from './collection-panel.module.css';
import {
  collectionTitle,
  needsPanel,
  progressPercent,
  progressWords,
  waitingWords,
} from './collection-words.ts';

interface CollectionPanelProps {
  readonly collection: LolCollection;
  /** What can be done about it: refresh, cancel. */
  readonly children?: ReactNode;
}

export function CollectionPanel({ collection, children }: CollectionPanelProps) {
  const { listedAt, reason } = collection;
  const words = useId();
  if (!needsPanel(collection)) {
    return (
      <p className={classes.line}>
        {progressWords(collection)}
        {listedAt === null ? null : (
          <>
            {' '}
            · list read <TimeAgo at={listedAt} />
          </>
        )}
      </p>
    );
  }
  return (
    <section className={classes.panel} aria-label="Collection" data-state={collection.state}>
      <div className={classes.head}>
        <h2 className={classes.title}>{collectionTitle(collection)}</h2>
        <WaitingWords collection={collection} />
        {children ? <div className={classes.actions}>{children}</div> : null}
      </div>
      <CollectionBar collection={collection} words={words} />
      <p id={words} className={classes.words}>
        {progressWords(collection)}
      </p>
      {reason === null ? null : <p className={classes.reason}>{reason}</p>}
    </section>
  );
}

interface CollectionBarProps {
  readonly collection: LolCollection;
  /** Id of the sentence that says the same. */
  readonly words: string;
}

function CollectionBar({ collection, words }: CollectionBarProps) {
  const { done, unfetchable } = progressPercent(collection);
  return (
    <Progress.Root size="lg" className={classes.bar ?? ''}>
      <Progress.Section
        value={done}
        color="var(--gk-accent)"
        animated={collection.isRunning}
        aria-label="Games stored"
        aria-describedby={words}
      />
      {unfetchable > 0 ? (
        <Progress.Section
          value={unfetchable}
          color="var(--gk-warn)"
          aria-label="Games that cannot be fetched"
        />
      ) : null}
    </Progress.Root>
  );
}

function WaitingWords({ collection }: { readonly collection: LolCollection }) {
  const text = useTimeText((now) => waitingWords(collection, now) ?? '');
  return text === '' ? null : <span className={classes.waiting}>{text}</span>;
}
