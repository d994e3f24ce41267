/** The shape of what is coming, so that the page does not jump. Said once to screen readers, drawn for everybody else. */
import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './skeletons.module.css';

/** Wraps skeletons: tells assistive technology that the named thing is on its way. */
export function Loading({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <div aria-busy="true" className={classes.stack}>
      <VisuallyHidden component="output">Loading {what}…</VisuallyHidden>
      {children}
    </div>
  );
}

function LineSkeleton({ width = '100%' }: { readonly width?: string }) {
  return <Skeleton height={14} width={width} radius="sm" />;
}

export function PanelSkeleton({ lines }: { readonly lines: number }) {
  return (
    <div className={classes.panel}>
      <LineSkeleton width="8rem" />
      {Array.from({ length: lines }, (_, line) => (
        <LineSkeleton key={line} width={`${95 - ((line * 17) % 40)}%`} />
      ))}
    </div>
  );
}

export function PageSkeleton() {
  return (
    <Loading what="the page">
      <Skeleton height={28} width="12rem" radius="sm" />
      <PanelSkeleton lines={4} />
    </Loading>
  );
}
