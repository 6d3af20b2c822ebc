import { Newsletters } from '../features/newsletters/newsletters.tsx';

/** Letters to readers. */
export function NewslettersPage() {
  return <Newsletters />;
}
