/** A long text in a window of its own, with the places that were found marked and the chosen one in sight. */
import { Box } from '@mantine/core';

import { toPieces, type Found } from './find-in-text.ts';
import classes from './raw-body.module.css';

interface FoundTextProps {
  readonly text: string;
  readonly found: readonly Found[];
  /** Which of the places is the chosen one. */
  readonly nth: number;
}

export function FoundText({ text, found, nth }: FoundTextProps) {
  return (
    // It scrolls, so the keyboard must be able to reach it.
    <Box component="section" className={classes.body} aria-label="Body" tabIndex={0}>
      <pre className={classes.text}>
        {toPieces(text, found).map((piece) =>
          piece.nth === null ? (
            piece.text
          ) : (
            <mark
              key={piece.from}
              ref={piece.nth === nth ? bringIntoSight : undefined}
              className={classes.mark}
              data-chosen={piece.nth === nth}
            >
              {piece.text}
            </mark>
          ),
        )}
      </pre>
    </Box>
  );
}

/** Called by React with the mark that became the chosen one. */
function bringIntoSight(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
