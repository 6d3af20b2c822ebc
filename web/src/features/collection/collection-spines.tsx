import type { CuratedWork } from '@satrangi/contracts';
import { kindOfJoined } from '@satrangi/contracts/pure';
import { Spine } from '@satrangi/kit';

/** More would be wider than their place. */
const SPINES_MAX = 7;

/** The first titles of a collection as books. Decorative: the page lists them. */
export function CollectionSpines({ items }: { items: readonly CuratedWork[] }) {
  return items.slice(0, SPINES_MAX).map(({ _id, mediaType, title, creator, language, cover }) => {
    const { pigment } = kindOfJoined(mediaType);
    return (
      <Spine
        key={_id}
        id={_id}
        title={title}
        author={creator}
        language={language}
        pigment={cover?.ground ?? pigment}
        kind={pigment}
      />
    );
  });
}
