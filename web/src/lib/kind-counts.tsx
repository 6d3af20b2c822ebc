import type { JoinedMediaType } from '@satrangi/contracts';
import { mediaTypes } from '@satrangi/contracts/pure';
import { Fragment } from 'react';

/** Whole texts, so that each has a translation. */
const countTexts: Readonly<Record<JoinedMediaType, (count: number) => string>> = {
  ebook: (count) => (count === 1 ? '1 eBook' : `${count} eBooks`),
  shortfilm: (count) => (count === 1 ? '1 short film' : `${count} short films`),
  documentary: (count) => (count === 1 ? '1 documentary' : `${count} documentaries`),
  audiostory: (count) => (count === 1 ? '1 audio story' : `${count} audio stories`),
  magazine: (count) => (count === 1 ? '1 magazine' : `${count} magazines`),
  oralhistory: (count) => (count === 1 ? '1 oral history' : `${count} oral histories`),
};

/** Items of each kind in words: `2 eBooks and 1 short film`. */
export function KindCounts({ items }: { items: readonly { readonly mediaType: JoinedMediaType }[] }) {
  const texts = mediaTypes.flatMap(({ joined }) => {
    const count = items.filter(({ mediaType }) => mediaType === joined).length;
    return count === 0 ? [] : [countTexts[joined](count)];
  });
  return texts.map((text, index) => (
    <Fragment key={text}>
      {index > 0 && (index === texts.length - 1 ? ' and ' : ', ')}
      <span>{text}</span>
    </Fragment>
  ));
}
