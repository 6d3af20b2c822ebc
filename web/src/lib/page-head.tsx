import { useLocation } from 'react-router-dom';
import { usePreferences } from './preferences.ts';
import { site, siteOrigin } from './site.ts';

export const DISCREET_TITLE = 'Reading list';

/** Title, description and canonical address of a page. In discreet mode the tab says nothing. */
export function PageHead({ title, description }: { title: string; description?: string | undefined }) {
  const { discreet } = usePreferences();
  const { pathname } = useLocation();
  return (
    <>
      <title>
        {discreet ? DISCREET_TITLE : title.includes(site.name) ? title : `${title} | ${site.name}`}
      </title>
      <meta name="description" content={description ?? site.tagline} />
      <link rel="canonical" href={`${siteOrigin()}${pathname}`} />
    </>
  );
}
