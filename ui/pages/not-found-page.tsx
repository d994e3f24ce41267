/** For addresses that lead nowhere. */
import { Link } from '@tanstack/react-router';

import { PageHeader } from '../components/page-header.tsx';

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found">
        There is nothing at <code>{window.location.pathname}</code>. The address may have been mistyped, or
        the page has moved.
      </PageHeader>
      <Link to="/">Go to the home page</Link>
    </>
  );
}
