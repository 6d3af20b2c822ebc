import { type Caller, type Exchange, Refusal } from '@satrangi/chassis';
import type { MediaId, MediaKind, UserId } from '@satrangi/contracts';
import type { AskStanding } from '../access/ask-standing.ts';
import type { Media, Standing } from '../media/media.rules.ts';
import type { Tickets, TicketUse } from '../tickets/tickets.ts';
import type { OpenAnswers } from './open-answers.ts';

/** What is said when there is no such item, in the words of the shop (storefront §8). */
export const notFoundOf = ({ label }: Pick<MediaKind, 'label'>): string =>
  `${label.replace(/ [a-z]/, (letter) => letter.toUpperCase())} not found`;

type Asked = {
  readonly kind: MediaKind;
  readonly mediaId: MediaId;
  readonly use: TicketUse;
  readonly query: { readonly ticket?: string | undefined; readonly token?: string | undefined };
  readonly caller: Caller | undefined;
  readonly exchange: Pick<Exchange, 'response'>;
};

export type Admitted = {
  readonly media: Media;
  readonly reader: UserId | undefined;
  readonly standing: Extract<Standing, 'owned' | 'open'>;
};
export type Admit = (asked: Asked) => Promise<Admitted>;

/**
 * Who may have the whole of an item, asked on each request so that a refund ends reading at once. What is on its way by
 * then ends too.
 * @throws Refusal 401 without identity, 403 `Purchase required`, 404 when there is no such item of this kind
 */
export const admit = (ask: AskStanding, tickets: Tickets, open: OpenAnswers): Admit => {
  /**
   * A ticket in the address decides alone: a wrong one is refused even beside a good login, so that a login token
   * put into an address fails where its author sees it (attack S33).
   */
  const readerOf = ({ mediaId, use, query, caller }: Asked): UserId | undefined => {
    const given = [query.ticket, query.token].filter((ticket) => ticket !== undefined);
    const readers = given.map((ticket) => tickets.check(ticket, { mediaId, use }));
    if (readers.includes('refused') || new Set(readers).size > 1)
      throw new Refusal('invalid-token', 'Invalid token');
    if (readers.includes('expired')) throw new Refusal('invalid-token', 'jwt expired');
    return (readers[0] as UserId | undefined) ?? caller?.userId;
  };

  return async (asked) => {
    const reader = readerOf(asked);
    const { media, standing } = await ask(asked.mediaId, reader);
    if (standing === 'unknown' || !media || media.mediaType !== asked.kind.stored)
      throw new Refusal('not-found', notFoundOf(asked.kind));
    if (standing === 'locked')
      throw reader
        ? new Refusal('purchase-required', 'Purchase required')
        : new Refusal('not-authenticated', 'Sign in first');
    if (reader && standing === 'owned') open.note(reader, asked.mediaId, asked.exchange.response);
    return { media, reader, standing };
  };
};
