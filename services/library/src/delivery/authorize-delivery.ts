import { type Caller, type Exchange, Refusal, type ServiceContext } from '@satrangi/chassis';
import type { MediaId, MediaKind, UserId } from '@satrangi/contracts';
import type { Entitlement } from '../entitlement/entitlement.rules.ts';
import type { ResolveEntitlement } from '../entitlement/resolve-entitlement.ts';
import { type Media, notFoundOf } from '../media/media.rules.ts';
import type { TicketHolder, Tickets, TicketUse } from '../tickets/tickets.ts';
import type { OpenResponses } from './open-responses.ts';

export type DeliveryRequest = {
  readonly kind: MediaKind;
  readonly mediaId: MediaId;
  readonly use: TicketUse;
  readonly query: { readonly ticket?: string | undefined; readonly token?: string | undefined };
  readonly caller: Caller | undefined;
  readonly exchange: Pick<Exchange, 'response'>;
  /** Accept a login token in the `token` query parameter: streams only (decision 0041). */
  readonly acceptsLoginToken?: boolean;
};

export type AuthorizedDelivery = {
  readonly media: Media;
  readonly reader: UserId | undefined;
  readonly entitlement: Extract<Entitlement, 'owned' | 'open'>;
  readonly isBought: boolean;
  /** The URL contained a login token. */
  readonly usesLoginToken: boolean;
};
export type AuthorizeDelivery = (request: DeliveryRequest) => Promise<AuthorizedDelivery>;

type Deps = {
  readonly resolveEntitlement: ResolveEntitlement;
  readonly tickets: Tickets;
  readonly sessions: Pick<ServiceContext<unknown>['sessions'], 'hasEnded' | 'readCaller'>;
  readonly openResponses: OpenResponses;
};

type Credential = { readonly holder: TicketHolder | undefined; readonly usesLoginToken?: true };

const invalid = () => new Refusal('invalid-token', 'Invalid token');

/**
 * Authorizes the delivery of a full item, on every request, so that a refund or a revoked session takes effect at once.
 * Registers the response, so that a later revocation also ends it while it is in progress.
 * @throws Refusal 401 without identity, 403 `Purchase required`, 404 when there is no such item of this kind
 */
export const authorizeDelivery = (deps: Deps): AuthorizeDelivery => {
  const { resolveEntitlement, tickets, sessions, openResponses } = deps;

  /**
   * A credential in the URL takes precedence: an invalid one is refused even beside a valid session. A login token in a
   * document URL thus fails visibly for the developer who put it there (attack S33).
   */
  const credentialOf = async (request: DeliveryRequest): Promise<Credential> => {
    const { mediaId, use, query, caller, acceptsLoginToken = false } = request;
    const ticket = query.ticket ?? query.token;
    if (ticket === undefined) return { holder: caller };
    if ((query.token ?? ticket) !== ticket) throw invalid();
    const holder = tickets.check(ticket, { mediaId, use });
    if (holder === 'refused' && acceptsLoginToken && query.ticket === undefined)
      return { holder: await sessions.readCaller(ticket), usesLoginToken: true };
    if (holder === 'refused') throw invalid();
    if (holder === 'expired') throw new Refusal('invalid-token', 'jwt expired');
    return { holder };
  };

  return async (request) => {
    const { kind, mediaId, exchange } = request;
    const { holder, usesLoginToken = false } = await credentialOf(request);
    const reader = holder?.userId;
    const { media, entitlement, isBought } = await resolveEntitlement(mediaId, reader);
    // Last check, with no await after it: from here on `openResponses` ends revoked sessions.
    if (holder && sessions.hasEnded(holder)) throw invalid();
    if (entitlement === 'unknown' || !media || media.mediaType !== kind.stored)
      throw new Refusal('not-found', notFoundOf(kind));
    if (entitlement === 'locked')
      throw reader
        ? new Refusal('purchase-required', 'Purchase required')
        : new Refusal('not-authenticated', 'Sign in first');
    if (holder && entitlement === 'owned') openResponses.track(holder, mediaId, exchange.response);
    return { media, reader, entitlement, isBought, usesLoginToken };
  };
};
