/** Shown when a question cannot be asked: which part of it, and what would be right there. */
import { Link } from '@tanstack/react-router';

import classes from './notice.module.css';

interface RefusedQuestionProps {
  readonly faults: readonly { readonly where: string; readonly value?: string; readonly expected: string }[];
  readonly onClear?: () => void;
}

export function RefusedQuestion({ faults, onClear }: RefusedQuestionProps) {
  return (
    <div role="alert" className={classes.refused}>
      <h2>This question cannot be asked</h2>
      <ul className={classes.faults}>
        {faults.map(({ where, value, expected }) => (
          <li key={where + expected}>
            <code>{where}</code>
            {value === undefined ? '' : ` is “${value}”`}: expected {expected}
          </li>
        ))}
      </ul>
      <Link to="/tft" search={{}} onClick={onClear}>
        Start over without a filter
      </Link>
    </div>
  );
}
