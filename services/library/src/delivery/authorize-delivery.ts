import { type Caller, type Exchange, type Kit, Refusal } from '@satrangi/chassis';
import type { MediaId, MediaKind, UserId } from '@satrangi/contracts';
import type { AskStanding } from '../access/ask-standing.ts';
import type { Media, Standing } from '../media/media.rules.ts';
import type { Holder, Tickets, TicketUse } from '../tickets/tickets.ts';
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
  /** `token` in the address may be a login token as well: streams only (decision 0041). */
  readonly takesLogin?: boolean;
};

export type Admitted = {
  readonly media: Media;
  readonly reader: UserId | undefined;
  readonly standing: Extract<Standing, 'owned' | 'open'>;
  /** A login token stood in the address. */
  readonly byLogin: boolean;
};
export type Admit = (asked: Asked) => Promise<Admitted>;

type Parts = {
  readonly ask: AskStanding;
  readonly tickets: Tickets;
  readonly sessions: Pick<Kit<unknown>['sessions'], 'hasEnded' | 'readCaller'>;
  readonly open: OpenAnswers;
};

const invalid = () => new Refusal('invalid-token', 'Invalid token');

/**
 * Who may have the whole of an item, asked on each request so that a refund or the end of a login ends reading at once.
 * What is on its way by then ends too.
 * @throws Refusal 401 without identity, 403 `Purchase required`, 404 when there is no such item of this kind
 */
export const admit = ({ ask, tickets, sessions, open }: Parts): Admit => {
  /**
   * What is in the address decides alone: a wrong one is refused even beside a good login, so that a login token
   * put into the address of a document fails where its author sees it (attack S33).
   */
  const holderOf = async ({
    mediaId,
    use,
    query,
    caller,
    takesLogin = false,
  }: Asked): Promise<{ readonly holder: Holder | undefined; readonly byLogin?: true }> => {
    const ticket = query.ticket ?? query.token;
    if (ticket === undefined) return { holder: caller };
    if ((query.token ?? ticket) !== ticket) throw invalid();
    const holder = tickets.check(ticket, { mediaId, use });
    if (holder === 'refused' && takesLogin && query.ticket === undefined)
      return { holder: await sessions.readCaller(ticket), byLogin: true };
    if (holder === 'refused') throw invalid();
    if (holder === 'expired') throw new Refusal('invalid-token', 'jwt expired');
    return { holder };
  };

  return async (asked) => {
    const { holder, byLogin = false } = await holderOf(asked);
    const reader = holder?.userId;
    const { media, standing } = await ask(asked.mediaId, reader);
    // Last, with nothing awaited behind it: what ends from here on is heard by the open answers.
    if (holder && sessions.hasEnded(holder)) throw invalid();
    if (standing === 'unknown' || !media || media.mediaType !== asked.kind.stored)
      throw new Refusal('not-found', notFoundOf(asked.kind));
    if (standing === 'locked')
      throw reader
        ? new Refusal('purchase-required', 'Purchase required')
        : new Refusal('not-authenticated', 'Sign in first');
    if (holder && standing === 'owned') open.note(holder, asked.mediaId, asked.exchange.response);
    return { media, reader, standing, byLogin };
  };
};
