import { KeptList } from '../features/kept/kept-list.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import styles from './profile-page.module.css';

/** The player is loaded with the first press. */
const play = async (id: string): Promise<void> => {
  const { playKept } = await import('../features/audio/play-kept.ts');
  await playKept(id);
};

/** `/kept`: what can be read and heard on this device without a connection. */
export function KeptPage() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="On this device" />
      <PageHeading>On this device</PageHeading>
      <KeptList onPlay={(id) => void play(id)} />
    </div>
  );
}
