import { Contributions } from '../features/contributions/contributions.tsx';

/** Gifts to the house. */
export function ContributionsPage() {
  return <Contributions />;
}
