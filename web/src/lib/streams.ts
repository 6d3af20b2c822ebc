import type { JoinedMediaType } from '@satrangi/contracts';
import { api } from './api.ts';
import { filesOf } from './files.ts';
import { session } from './session.ts';

/** An address that plays, and until when (ms since 1970); null when it does not run out. */
export type Stream = { readonly url: string; readonly until: number | null };

type Named = { readonly id: string; readonly mediaType: JoinedMediaType };

const front = ({ id, mediaType }: Named): string => filesOf({ _id: id, mediaType });

/** A ticket is renewed this long before it runs out. */
const MARGIN_MS = 30_000;

export const isOver = ({ until }: Stream, now: number): boolean => until !== null && now > until - MARGIN_MS;

/** The ticket of a reader for an item: `ticket=…` for an address; nothing for visitors, who get free items only. */
const askTicket = async (id: string): Promise<{ query: string; until: number | null }> => {
  if (!session.get()) return { query: '', until: null };
  const { ticket, expiresAt } = await api.library.createTicket({ params: { mediaId: id } });
  return { query: `?${new URLSearchParams({ ticket })}`, until: Date.parse(expiresAt) };
};

/** The recording of an item, for whoever may play it. @throws ApiError `purchase-required` for others */
export const openStream = async (of: Named): Promise<Stream> => {
  const { query, until } = await askTicket(of.id);
  return { url: `${front(of)}/stream${query}`, until };
};

/** The address of another file of an item (captions, for instance), with a ticket where one is needed. */
export const openFile = async (of: Named, file: string): Promise<string> => {
  const { query } = await askTicket(of.id);
  return `${front(of)}/${file}${query}`;
};
