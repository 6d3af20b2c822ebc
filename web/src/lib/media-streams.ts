import type { JoinedMediaType } from '@satrangi/contracts';
import { api } from './api.ts';
import { filesPath } from './media-files.ts';
import { session } from './session.ts';

/** A playable URL and its expiry (ms since 1970); null when it does not expire. */
export type MediaStreamUrl = { readonly url: string; readonly expiresAt: number | null };

type Named = { readonly id: string; readonly mediaType: JoinedMediaType };

const filesPathOf = ({ id, mediaType }: Named): string => filesPath({ _id: id, mediaType });

/** A ticket is renewed this long before it expires. */
const RENEW_MARGIN_MS = 30_000;

export const isExpired = ({ expiresAt }: MediaStreamUrl, now: number): boolean =>
  expiresAt !== null && now > expiresAt - RENEW_MARGIN_MS;

/** The delivery ticket of a reader as a query string; empty for visitors, who get only free items. */
const fetchTicket = async (id: string): Promise<{ query: string; expiresAt: number | null }> => {
  if (!session.get()) return { query: '', expiresAt: null };
  const { ticket, expiresAt } = await api.library.createTicket({ params: { mediaId: id } });
  return { query: `?${new URLSearchParams({ ticket })}`, expiresAt: Date.parse(expiresAt) };
};

/** The stream URL of an item. @throws ApiError `purchase-required` without access */
export const openMediaStream = async (of: Named): Promise<MediaStreamUrl> => {
  const { query, expiresAt } = await fetchTicket(of.id);
  return { url: `${filesPathOf(of)}/stream${query}`, expiresAt };
};

/** The URL of another file of an item (captions, for instance), with a ticket where one is needed. */
export const mediaFileUrl = async (of: Named, file: string): Promise<string> => {
  const { query } = await fetchTicket(of.id);
  return `${filesPathOf(of)}/${file}${query}`;
};
