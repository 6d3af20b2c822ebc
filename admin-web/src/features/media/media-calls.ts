import type { Client, EditorItem, MediaCall, MediaCallEndpoint } from '@satrangi/contracts';
import { kindOf, type MediaKind, storedOf } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';

type Call<C extends MediaCall> = Client<{ readonly call: MediaCallEndpoint<C> }>['call'];

/** The calls of one kind. Their names are computed, and their types are the same for every kind. */
export const callsOf = ({ one }: MediaKind, calls: object = api.catalog) => {
  const named = calls as Readonly<Record<string, never>>;
  return {
    draft: named[`get${one}Draft`] as unknown as Call<'draft'>,
    create: named[`create${one}`] as unknown as Call<'create'>,
    update: named[`update${one}`] as unknown as Call<'update'>,
    remove: named[`delete${one}`] as unknown as Call<'remove'>,
    restore: named[`restore${one}`] as unknown as Call<'restore'>,
    uploadFile: named[`upload${one}File`] as unknown as Call<'uploadFile'>,
    uploadPreview: named[`upload${one}Preview`] as unknown as Call<'uploadPreview'>,
    uploadThumbnail: named[`upload${one}Thumbnail`] as unknown as Call<'uploadThumbnail'>,
    uploadCaptions: named[`upload${one}Captions`] as unknown as Call<'uploadCaptions'>,
    deleteCaptions: named[`delete${one}Captions`] as unknown as Call<'deleteCaptions'>,
  } as const;
};

/** The kind of an item or of a spelling of it. */
export const kindNamed = (mediaType: string): MediaKind => kindOf(storedOf(mediaType) ?? 'ebook');

type Keyed = Pick<EditorItem, 'mediaType' | '_id'>;
/** The name of an item in `open=` of the address: `shortfilm:abc`. */
export const keyOf = ({ mediaType, _id }: Keyed): string => `${mediaType}:${_id}`;
