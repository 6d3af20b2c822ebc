import { Publishing } from '../features/publishing/inbox.tsx';

/** What authors sent in. */
export function PublishingPage() {
  return <Publishing />;
}
