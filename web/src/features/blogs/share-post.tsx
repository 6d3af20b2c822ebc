import { shareCodeOf, sharePath, textEditionPath } from '@satrangi/contracts/pure';
import { CopyLinks } from '../../lib/copy-links.tsx';
import { siteOrigin } from '../../lib/site.ts';
import styles from './blogs.module.css';

/** Two links to a post: its URL, and a plain one that reveals nothing about it (checklist BEY-05). */
export function SharePost({ id, path }: { id: string; path: string }) {
  return (
    <section className={styles.share} aria-labelledby="share-h">
      <h2 id="share-h">Share</h2>
      <CopyLinks url={siteOrigin() + path} plainUrl={siteOrigin() + sharePath(shareCodeOf(id))} />
      <p className="small">
        <a href={textEditionPath(id)}>Text only</a>, for slow lines: no pictures, no fonts.
      </p>
    </section>
  );
}
