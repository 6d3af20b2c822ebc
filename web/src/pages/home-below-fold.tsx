import { AreaLinks } from '../features/home/area-links.tsx';
import { FeaturedPublications } from '../features/home/featured-publications.tsx';
import { LibraryPreview } from '../features/home/library-preview.tsx';
import { Mission } from '../features/home/mission.tsx';
import { PrivacyNotice } from '../features/home/privacy-notice.tsx';
import { paths } from '../lib/paths.ts';
import { Section } from '../lib/section.tsx';

/** The home page below the fold. */
export function HomeBelowFold() {
  return (
    <>
      <Section title="Three ways in">
        <AreaLinks />
      </Section>
      <Section title="On the front table" more={{ to: paths.ebooks, label: 'All eBooks' }} tight>
        <FeaturedPublications />
      </Section>
      <Mission />
      <Section title="Pick up where you left off" more={{ to: paths.library, label: 'My Library' }}>
        <LibraryPreview />
      </Section>
      <PrivacyNotice />
    </>
  );
}
