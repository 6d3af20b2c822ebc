import { CreatorList } from '../features/creators/creator-list.tsx';

/** Words of editors about the people whom titles name. */
export function CreatorsPage() {
  return <CreatorList />;
}
