import { scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { usePreferences } from '../../lib/preferences.ts';

/** The eBook to buy after the login. */
export const ebookToBuy = (next: string): string | undefined =>
  /^\/ebook\/([\w-]+)\?(?:.*&)?buy=1(?:&|$)/.exec(next)?.[1];

function EbookToBuy({ id, verb }: { id: string; verb: string }) {
  const ebook = useQuery(catalogQueries.ebook(id));
  if (!ebook.data) return null;
  const { title, language } = ebook.data;
  return (
    <p>
      {verb} to buy <b {...scriptProps(title, language)}>{title}</b>
    </p>
  );
}

/** The purpose of the login. Hidden in discreet mode, because others may see the screen. */
export function LoginPurpose({ next, verb }: { next: string; verb: string }) {
  const { discreet } = usePreferences();
  const id = ebookToBuy(next);
  return id && !discreet ? <EbookToBuy id={id} verb={verb} /> : null;
}
