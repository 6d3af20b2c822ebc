import { scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { usePreferences } from '../../lib/preferences.ts';

/** The eBook somebody was about to buy when they were asked to log in. */
export const wantedEbook = (next: string): string | undefined =>
  /^\/ebook\/([\w-]+)\?(?:.*&)?buy=1(?:&|$)/.exec(next)?.[1];

function Wanted({ id, verb }: { id: string; verb: string }) {
  const ebook = useQuery(catalogQueries.ebook(id));
  if (!ebook.data) return null;
  const { title, language } = ebook.data;
  return (
    <p>
      {verb} to buy <b {...scriptProps(title, language)}>{title}</b>
    </p>
  );
}

/** Says what logging in is for. Never in discreet mode: the screen may be seen by others. */
export function Purpose({ next, verb }: { next: string; verb: string }) {
  const { discreet } = usePreferences();
  const id = wantedEbook(next);
  return id && !discreet ? <Wanted id={id} verb={verb} /> : null;
}
