import { Doors } from '../features/front/doors.tsx';
import { FrontTable } from '../features/front/front-table.tsx';
import { LibraryPreview } from '../features/front/library-preview.tsx';
import { Mission } from '../features/front/mission.tsx';
import { PrivateStrip } from '../features/front/private-strip.tsx';
import { paths } from '../lib/paths.ts';
import { Section } from '../lib/section.tsx';

/** What stands under the shelf of the front page, below the first view of a phone. */
export function HomeBelow() {
  return (
    <>
      <Section title="Three ways in">
        <Doors />
      </Section>
      <Section title="On the front table" more={{ to: paths.ebooks, label: 'All eBooks' }} tight>
        <FrontTable />
      </Section>
      <Mission />
      <Section title="Pick up where you left off" more={{ to: paths.library, label: 'My Library' }}>
        <LibraryPreview />
      </Section>
      <PrivateStrip />
    </>
  );
}
