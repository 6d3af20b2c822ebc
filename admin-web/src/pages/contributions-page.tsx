import { Contributions } from '../features/contributions/contributions.tsx';

/** Contributions to the site. */
export function ContributionsPage() {
  return <Contributions />;
}
