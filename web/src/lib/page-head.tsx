import { DISCREET_TITLE } from '@satrangi/contracts/pure';
import { useLocation } from 'react-router-dom';
import { usePreferences } from './preferences.ts';
import { site, siteOrigin } from './site.ts';

/** Title, description and canonical URL of a page. Discreet mode shows a neutral title. */
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
