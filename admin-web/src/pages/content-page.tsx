import { SiteContent } from '../features/content/site-content.tsx';

/** The texts of the shop's pages. */
export function ContentPage() {
  return <SiteContent />;
}
