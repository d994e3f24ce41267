/** Version, ways out, and the notice that Riot Games asks of everybody who shows its data. */
import type { ReactNode } from 'react';

import classes from './page-footer.module.css';

export function PageFooter({ children }: { readonly children: ReactNode }) {
  return (
    <footer className={classes.footer}>
      <div className={classes.line}>
        <span>Gamekeeper {import.meta.env.VITE_APP_VERSION}</span>
        <a href="/api/docs">API reference</a>
        {children}
      </div>
      <p>
        Gamekeeper is not endorsed by Riot Games and does not reflect the views or opinions of Riot Games or
        of anyone officially involved in producing or managing its properties. Riot Games and all associated
        properties are trademarks or registered trademarks of Riot Games, Inc.
      </p>
    </footer>
  );
}
