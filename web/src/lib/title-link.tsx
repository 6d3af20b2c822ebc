import type { MediaItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import { Link } from './link.tsx';
import { paths } from './paths.ts';
import { titleOrUntitled } from './text.ts';
import whole from './whole-card.module.css';

/** The one link of a card, in the script of its title. Its target is the whole card. */
export function TitleLink({
  of: { _id: id, mediaType, title, language },
}: {
  of: Pick<MediaItem, '_id' | 'mediaType' | 'title' | 'language'>;
}) {
  return (
    <Link className={whole.link} to={paths.media(mediaType, id)} {...scriptProps(title, language)}>
      {titleOrUntitled(title)}
    </Link>
  );
}
