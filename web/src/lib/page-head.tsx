import { DISCREET_TITLE } from '@satrangi/contracts/pure';
import { textInLanguage } from '@satrangi/kit/language/language';
import { useLocation } from 'react-router-dom';
import { usePreferences } from './preferences.ts';
import { site, siteOrigin } from './site.ts';

/**
 * Title, description and canonical URL of a page. The title is a text of the interface, or with `translate="no"` content.
 * Discreet mode shows a neutral title, the same in each language.
 */
export function PageHead({
  title,
  description,
  translate,
}: {
  title: string;
  description?: string | undefined;
  translate?: 'no' | undefined;
}) {
  const { discreet } = usePreferences();
  const { pathname } = useLocation();
  const name = translate ? title : textInLanguage(title);
  return (
    <>
      <title translate="no">
        {discreet ? DISCREET_TITLE : name.includes(site.name) ? name : `${name} | ${site.name}`}
      </title>
      <meta name="description" content={description ?? site.tagline} />
      <link rel="canonical" href={`${siteOrigin()}${pathname}`} />
    </>
  );
}
