import type { MediaItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import styles from './card-title.module.css';
import { Link } from './link.tsx';
import { paths } from './paths.ts';
import { titleOrUntitled } from './text.ts';

type Named = Pick<MediaItem, '_id' | 'mediaType' | 'title' | 'language'>;

/** The title on a card, in its own script. `whole` makes the whole card the link target, `link` only the title. */
export function CardTitle({
  of,
  as: Heading = 'h3',
  opens,
}: {
  of: Named;
  as?: 'h2' | 'h3' | 'h4';
  opens?: 'link' | 'whole';
}) {
  const { _id: id, mediaType, title, language } = of;
  return (
    <Heading className={styles.title} data-whole={opens === 'whole' || undefined}>
      {opens ? (
        <Link to={paths.media(mediaType, id)} {...scriptProps(title, language)}>
          {titleOrUntitled(title)}
        </Link>
      ) : (
        <span {...scriptProps(title, language)}>{titleOrUntitled(title)}</span>
      )}
    </Heading>
  );
}
