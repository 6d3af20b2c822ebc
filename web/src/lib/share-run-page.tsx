import { sharePath } from '@satrangi/contracts/pure';
import { CopyLinks } from './copy-links.tsx';
import { paths } from './paths.ts';
import { siteOrigin } from './site.ts';

/** Links to a runner's page. An address with a name in it has no plain link (checklist BEY-05). */
export function ShareRunPage({ slug }: { slug: string }) {
  const plainUrl = slug.includes('-') ? undefined : siteOrigin() + sharePath(slug);
  return <CopyLinks url={siteOrigin() + paths.runPage(slug)} plainUrl={plainUrl} />;
}
