import type { JoinedMediaType } from '@satrangi/contracts';
import { mediaTypes } from '@satrangi/contracts/pure';

/** Base path of the files of an item: `/api/audiostories/{id}`. */
export const filesPath = ({
  _id,
  mediaType,
}: {
  readonly _id: string;
  readonly mediaType: JoinedMediaType;
}): string => {
  const path = mediaTypes.find(({ joined }) => joined === mediaType)?.path ?? 'ebooks';
  return `/api/${path}/${encodeURIComponent(_id)}`;
};
