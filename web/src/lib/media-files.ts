import type { JoinedMediaType } from '@satrangi/contracts';
import { kindOfJoined } from '@satrangi/contracts/pure';

/** The kind of file of an item: a recording is heard, a book or magazine is read. */
export const fileKindOf = (mediaType: JoinedMediaType): 'pdf' | 'video' | 'audio' =>
  kindOfJoined(mediaType).file;

/** Base path of the files of an item: `/api/audiostories/{id}`. */
export const filesPath = ({
  _id,
  mediaType,
}: {
  readonly _id: string;
  readonly mediaType: JoinedMediaType;
}): string => `/api/${kindOfJoined(mediaType).path}/${encodeURIComponent(_id)}`;
