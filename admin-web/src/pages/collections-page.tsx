import { CollectionList } from '../features/collections/collection-list.tsx';

/** Collections made by editors. */
export function CollectionsPage() {
  return <CollectionList />;
}
