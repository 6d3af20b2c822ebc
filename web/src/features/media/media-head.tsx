import type { MediaItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import { kinds } from '../../lib/kinds.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { titleOr } from '../../lib/text.ts';
import styles from './media-head.module.css';

const TAGLINE_MAX = 80;

/** The line under a title; without one, how the description begins. */
export const taglineOf = ({ tagline, description }: Pick<MediaItem, 'tagline' | 'description'>): string =>
  tagline?.trim() || description.slice(0, TAGLINE_MAX).trimEnd();

/** Kind, title, who made it, and the tagline. */
export function MediaHead({ item, by }: { item: MediaItem; by: string }) {
  const { name } = kinds[item.mediaType];
  const facts = [
    item.year === null ? '' : String(item.year),
    item.duration === null ? '' : `${Math.max(1, Math.round(item.duration))} min`,
    item.issueNumber ? `Issue ${item.issueNumber}` : '',
  ].filter((fact) => fact !== '');
  return (
    <div className={styles.head}>
      <p className={styles.kind}>
        <b>{name}</b>
        {facts.map((fact) => (
          <span key={fact} className="num">
            {fact}
          </span>
        ))}
      </p>
      <PageHeading {...scriptProps(item.title, item.language)}>{titleOr(item.title)}</PageHeading>
      {item.altTitle && (
        <p className={styles.alt} {...scriptProps(item.altTitle, 'en')}>
          {item.altTitle}
        </p>
      )}
      <p className={styles.by}>
        <bdi {...scriptProps(by, item.language)}>{by}</bdi>
      </p>
      <p className={styles.tagline} {...scriptProps(taglineOf(item), item.language)}>
        {taglineOf(item)}
      </p>
    </div>
  );
}
