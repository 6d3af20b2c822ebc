import type { MediaItem } from '@satrangi/contracts';
import { sharePath } from '@satrangi/contracts/pure';
import { CopyLinks } from '../../lib/copy-links.tsx';
import { paths } from '../../lib/paths.ts';
import { siteOrigin } from '../../lib/site.ts';
import styles from './share-title.module.css';

/** Two links to a title: its page, and a plain one that says nothing about it (checklist BEY-05). */
export function ShareTitle({ item: { _id, mediaType } }: { item: MediaItem }) {
  return (
    <section className={styles.share} aria-labelledby="share-h">
      <h2 id="share-h">Share</h2>
      <CopyLinks url={siteOrigin() + paths.media(mediaType, _id)} plainUrl={siteOrigin() + sharePath(_id)} />
    </section>
  );
}
