import { useQuery } from '@tanstack/react-query';
import { Drawer } from '../../lib/drawer.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { CollectionForm } from './collection-form.tsx';
import { collectionQuery, collectionTexts } from './collection-queries.ts';

type Props = { readonly opened: string; readonly keys: readonly string[] };

function StoredCollection({ opened, keys }: Props) {
  const query = useQuery(collectionQuery(opened));
  return (
    <Drawer title={query.data?.name ?? 'Collection'} keys={keys}>
      <Loaded
        query={query}
        loading="Loading the collection"
        error={collectionTexts.loadFailed}
        height="30rem"
      >
        {(collection) => <CollectionForm collection={collection} />}
      </Loaded>
    </Drawer>
  );
}

/** The drawer: a collection, or a new one. */
export function CollectionDrawer(props: Props) {
  if (props.opened !== 'new') return <StoredCollection {...props} />;
  return (
    <Drawer title="New collection" keys={props.keys}>
      <CollectionForm collection={null} />
    </Drawer>
  );
}
