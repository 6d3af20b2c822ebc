import type { Client, EditorItem, MediaCall, MediaCallEndpoint } from '@satrangi/contracts';
import { kindOf, type MediaKind, mediaCallName, mediaCallNames, storedOf } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';

type Calls = { readonly [C in MediaCall]: Client<{ readonly call: MediaCallEndpoint<C> }>['call'] };

/** The calls of one kind. @param calls those of the catalog, also with another transport */
export const callsOf = (kind: MediaKind, calls: Readonly<Record<string, unknown>> = api.catalog): Calls =>
  Object.fromEntries(
    // `Object.keys` loses the names
    (Object.keys(mediaCallNames) as MediaCall[]).map((call) => [call, calls[mediaCallName(call, kind)]]),
    // the compiler cannot follow computed names; each call has the same type for every kind
  ) as unknown as Calls;

/** The kind of an item or of a spelling of it. */
export const kindNamed = (mediaType: string): MediaKind => kindOf(storedOf(mediaType) ?? 'ebook');

type Keyed = Pick<EditorItem, 'mediaType' | '_id'>;
/** The name of an item in `open=` of the address: `shortfilm:abc`. */
export const keyOf = ({ mediaType, _id }: Keyed): string => `${mediaType}:${_id}`;
