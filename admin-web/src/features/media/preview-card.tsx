import type { EditorItem, MediaDraft } from '@satrangi/contracts';
import { completePrice, isFree, type MediaKind } from '@satrangi/contracts/pure';
import { Cover, priceText, scriptProps } from '@satrangi/kit';
import { type Control, useWatch } from 'react-hook-form';
import styles from './media.module.css';
import { coverShapeOf, TypeText } from './media-columns.tsx';

const creatorIn = (kind: MediaKind, values: Partial<MediaDraft>): string =>
  (kind.stored === 'audio-story' ? values.author : values[kind.creator]) ??
  values.author ??
  values.narrator ??
  '';

type Props = {
  control: Control<MediaDraft, unknown, MediaDraft>;
  kind: MediaKind;
  item: EditorItem | null;
};

/** How the item looks in the shop, while it is typed. Without a picture and a drawing: the logo (checklist ADM-13). */
export function PreviewCard({ control, kind, item }: Props) {
  const values = useWatch({ control });
  const { title = '', language = 'en', tagline, description = '', featured } = values;
  const prices = { priceINR: values.priceINR ?? null, priceUSD: values.priceUSD ?? null };
  const creator = creatorIn(kind, values as Partial<MediaDraft>);
  const cover = {
    title: title || 'Title',
    author: creator,
    language: language || 'en',
    cover: (values.cover ?? null) as MediaDraft['cover'],
    thumbnailUrl: item?.thumbnailUrl ?? null,
  };
  return (
    <section className={styles.card} aria-label="How it looks in the shop">
      <span className={styles.cardCover}>
        <Cover of={cover} shape={coverShapeOf(kind.joined)} />
      </span>
      <div>
        <p className={styles.cardTitle} {...scriptProps(cover.title, cover.language)}>
          {cover.title}
        </p>
        <p>{creator || 'No creator yet'}</p>
        <p className={styles.facts}>
          <TypeText mediaType={kind.joined} />
          <span className="num">{priceText({ ...completePrice(prices), isFree: isFree(prices) })}</span>
          {featured && <span>Featured</span>}
        </p>
        <p className="muted">{tagline || description?.slice(0, 140)}</p>
      </div>
    </section>
  );
}
