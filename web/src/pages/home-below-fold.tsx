import { AreaLinks } from '../features/home/area-links.tsx';
import { FeaturedPublications } from '../features/home/featured-publications.tsx';
import { HomeCollections } from '../features/home/home-collections.tsx';
import { HomeRows } from '../features/home/home-rows.tsx';
import { LibraryPreview } from '../features/home/library-preview.tsx';
import { Mission } from '../features/home/mission.tsx';
import { PrivacyNotice } from '../features/home/privacy-notice.tsx';
import { NewsletterStrip } from '../features/newsletter/newsletter-strip.tsx';
import { paths } from '../lib/paths.ts';
import { Section } from '../lib/section.tsx';
import { useSession } from '../lib/session.ts';

export { OwnPreview } from '../features/home/own-preview.tsx';

/** The home page below the fold. */
export function HomeBelowFold() {
  const session = useSession();
  return (
    <>
      <Section title="Three ways in">
        <AreaLinks />
      </Section>
      <Section title="On the front table" more={{ to: paths.ebooks, label: 'All eBooks' }} tight>
        <FeaturedPublications />
      </Section>
      <HomeCollections />
      <HomeRows />
      <Mission />
      {!session && <LibraryPreview />}
      <NewsletterStrip />
      <PrivacyNotice />
    </>
  );
}
