import type { MediaItem } from '@satrangi/contracts';
import { arrowLeftIcon, Icon, iconButtonLook, scriptProps } from '@satrangi/kit';
import { useState } from 'react';
import { ExitButton } from '../../lib/exit-button.tsx';
import { Link } from '../../lib/link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths } from '../../lib/paths.ts';
import { SampleReader } from './sample-reader.tsx';
import styles from './sample-window.module.css';

/** The sample in full window. */
export function SampleWindow({ item }: { item: MediaItem }) {
  const [page, setPage] = useState(1);
  return (
    <div className={styles.window} data-type={item.mediaType}>
      <header className={styles.top}>
        <Link {...iconButtonLook()} to={paths.ebook(item._id)} aria-label="Close the sample">
          <Icon shape={arrowLeftIcon} />
        </Link>
        <PageHeading className={styles.title} {...scriptProps(item.title, item.language)}>
          {item.title}
        </PageHeading>
        <span className={styles.note}>A free sample</span>
        <ExitButton />
      </header>
      <div className={styles.book}>
        <SampleReader item={item} size="large" page={page} onPage={setPage} />
      </div>
    </div>
  );
}
