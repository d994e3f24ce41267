/**
 * What is around every page: name, navigation, content, footer.
 * The navigation is one list; on a phone the style sheet moves it to the lower edge, where thumbs are.
 */
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';

import { useIsNarrow } from '../lib/narrow-hook.ts';
import classes from './app-shell.module.css';
import { ColourSchemeChoice } from './colour-scheme-choice.tsx';
import { Mark } from './mark.tsx';
import { PageFooter } from './page-footer.tsx';

interface AppShellProps {
  readonly navigation: ReactNode;
  /** Stands in the header, before the choice of colours. */
  readonly indicator: ReactNode;
  readonly children: ReactNode;
}

export function AppShell({ navigation, indicator, children }: AppShellProps) {
  const isNarrow = useIsNarrow();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.brand} aria-label="Gamekeeper, home">
          <Mark />
          <span>Gamekeeper</span>
        </Link>
        {navigation}
        <div className={classes.tools}>
          {indicator}
          {isNarrow ? null : <ColourSchemeChoice />}
        </div>
      </header>
      <Content>{children}</Content>
      <PageFooter>{isNarrow ? <ColourSchemeChoice /> : null}</PageFooter>
    </div>
  );
}

/** Takes the focus on each new page, so that keyboards and screen readers start at its beginning and not in the navigation. */
function Content({ children }: { readonly children: ReactNode }) {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current !== undefined && shownPath.current !== path)
      main.current?.focus({ preventScroll: true });
    shownPath.current = path;
  }, [path]);
  return (
    <main id="content" ref={main} tabIndex={-1} className={classes.content}>
      {children}
    </main>
  );
}
