import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { page } from '../lib/page.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';

/**
 * `/admin` inside the shop, after a login: the back office is an app of its own, so the browser loads it. A shop that
 * was itself loaded at this address is served without one.
 */
export function AdminPage() {
  const { pathname, search } = useLocation();
  const isMissing = page.isLoadedAt(pathname);
  useEffect(() => {
    if (!isMissing) page.replace(pathname + search);
  }, [isMissing, pathname, search]);
  return (
    <div className="wrap">
      <PageHead title="Back office" />
      <PageHeading>Back office</PageHeading>
      {isMissing ? <p>The back office is not installed here.</p> : <p role="status">Opening …</p>}
    </div>
  );
}
