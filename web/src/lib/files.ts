import type { JoinedMediaType } from '@satrangi/contracts';
import { mediaTypes } from '@satrangi/contracts/pure';

/** The front of every file address of an item: `/api/audiostories/{id}`. */
export const filesOf = ({
  _id,
  mediaType,
}: {
  readonly _id: string;
  readonly mediaType: JoinedMediaType;
}): string => {
  const path = mediaTypes.find(({ joined }) => joined === mediaType)?.path ?? 'ebooks';
  return `/api/${path}/${encodeURIComponent(_id)}`;
};
