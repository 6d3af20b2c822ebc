import type { MediaItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import { truncate } from '../../lib/text.ts';
import { TitleHead } from '../../lib/title-head.tsx';
import styles from './media-head.module.css';

const TAGLINE_MAX = 80;

/** The tagline, or the beginning of the description. */
export const taglineOf = ({ tagline, description }: Pick<MediaItem, 'tagline' | 'description'>): string =>
  tagline?.trim() || truncate(description, TAGLINE_MAX);

/** Kind, title, credits and tagline. */
export function MediaHead({ item, by }: { item: MediaItem; by: string }) {
  const facts = [
    item.year === null ? '' : String(item.year),
    item.duration === null ? '' : `${Math.max(1, Math.round(item.duration))} min`,
    item.issueNumber ? `Issue ${item.issueNumber}` : '',
  ].filter((fact) => fact !== '');
  return (
    <TitleHead item={item} facts={facts}>
      <p className={styles.by}>
        <bdi {...scriptProps(by, item.language)}>{by}</bdi>
      </p>
      <p className={styles.tagline} {...scriptProps(taglineOf(item), item.language)}>
        {taglineOf(item)}
      </p>
    </TitleHead>
  );
}
