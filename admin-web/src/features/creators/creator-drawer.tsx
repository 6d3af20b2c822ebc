import { useQuery } from '@tanstack/react-query';
import { Drawer } from '../../lib/drawer.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { CreatorForm } from './creator-form.tsx';
import { creatorQuery, creatorTexts } from './creator-queries.ts';

type Props = {
  readonly opened: string;
  readonly keys: readonly string[];
};

/** The drawer of a person or a series. */
export function CreatorDrawer({ opened, keys }: Props) {
  const query = useQuery(creatorQuery(opened));
  return (
    <Drawer title={query.data?.name ?? 'Creator'} keys={keys}>
      <Loaded query={query} loading="Loading the words" error={creatorTexts.loadFailed} height="24rem">
        {(person) => <CreatorForm person={person} />}
      </Loaded>
    </Drawer>
  );
}
