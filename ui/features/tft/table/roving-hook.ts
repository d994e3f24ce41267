/** One row of a table is reached by the tab key, the others by the arrows; letters act on the row that has the focus. */
import { useRef, useState, type KeyboardEvent } from 'react';

import type { TftRow } from '#/contract/tft-explore.ts';

import { rowAfter, rowShortcut } from '../explore/keyboard.ts';
import type { RowDeeds } from './row-actions.tsx';

export function useRovingRows(rows: readonly TftRow[], deeds: RowDeeds) {
  const [activeKey, setActiveKey] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const active = rows.find(({ key }) => key === activeKey) ?? rows[0];

  const focusRow = (key: string): void => {
    const links = box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    for (const link of links) if (link.dataset['row'] === key) link.focus();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const shortcut = rowShortcut({ ...keyOf(event), defaultPrevented: event.defaultPrevented });
    const index = rows.findIndex(({ key }) => key === rowKeyAt(event.target));
    const row = rows[index];
    if (shortcut === undefined || row === undefined) return;
    const next = rows[rowAfter(shortcut, index, rows.length) ?? -1];
    if (next) focusRow(next.key);
    else deedFor(shortcut, deeds)?.(row)?.();
    event.preventDefault();
  };

  return {
    box,
    onKeyDown,
    onFocus: (event: { readonly target: EventTarget }) => setActiveKey(rowKeyAt(event.target)),
    tabIndexOf: (row: TftRow) => (row === active ? 0 : -1),
  };
}

function keyOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return { key, ctrlKey, metaKey, altKey };
}

/** The row that something belongs to: its label carries the key, its buttons stand in the same row. */
function rowKeyAt(target: EventTarget): string | undefined {
  const row = target instanceof Element ? target.closest('[data-row-key]') : null;
  return row instanceof HTMLElement ? row.dataset['rowKey'] : undefined;
}

function deedFor(shortcut: string, { filter, exclude, games }: RowDeeds) {
  if (shortcut === 'filter') return filter;
  if (shortcut === 'exclude') return exclude;
  return shortcut === 'games' ? games : undefined;
}
