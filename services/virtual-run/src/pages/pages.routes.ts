import { clientAddress, enforceRateLimit, type Handlers, type RateLimiter, Refusal } from '@satrangi/chassis';
import { EDIT_TOKEN_HEADER, type runPagesApi, runTexts } from '@satrangi/contracts';
import type { StoredEvent } from '../event/event.rules.ts';
import type { EventsStore } from '../event/events.store.ts';
import { donorsOf } from '../gifts/gift.rules.ts';
import { giftWords } from '../gifts/gift-words.ts';
import type { GiftsStore } from '../gifts/gifts.store.ts';
import type { eraseRegistration } from '../privacy/erase-registration.ts';
import {
  isCounted,
  isVisible,
  pageKeyOf,
  type StoredRegistration,
} from '../registrations/registration.rules.ts';
import { mailWork } from '../registrations/registration-messages.ts';
import { type EditDeps, editPage, logKm, ownRegistration } from './edit-page.ts';
import { toListedPage, toOwnPage, toRunPage } from './page.rules.ts';
import { renewLink } from './renew-link.ts';

const LISTED_MAX = 200;
const DONORS_PER_PAGE = 50;

type Request = { readonly get: (name: string) => string | undefined };
type PageHandlers = Handlers<typeof runPagesApi>;
type Deps = EditDeps & {
  readonly gifts: GiftsStore;
  readonly events: EventsStore;
  readonly limiter: RateLimiter<'runWrite' | 'runLink'>;
  readonly internalSecret: string;
  readonly erase: ReturnType<typeof eraseRegistration>;
};

const unknown = (): Refusal => new Refusal('not-found', runTexts.pageUnknown);

const eventOf = async (events: EventsStore, { eventId }: StoredRegistration): Promise<StoredEvent> => {
  const event = await events.byId(eventId);
  if (!event) throw unknown();
  return event;
};

/** Pages as everybody sees them. */
const publicPages = ({
  registrations,
  gifts,
  events,
  clock,
}: Deps): Pick<PageHandlers, 'getPage' | 'listDonors' | 'listPages'> => {
  /** @throws Refusal not-found, the same for unknown, hidden, unpaid and cancelled pages */
  const visible = async (slug: string): Promise<StoredRegistration> => {
    const found = await registrations.bySlug(slug);
    if (!found || !isVisible(found)) throw unknown();
    return found;
  };
  return {
    getPage: async ({ params: { slug } }) => {
      const registration = await visible(slug);
      return toRunPage(
        registration,
        await gifts.ofRegistration(registration._id),
        await eventOf(events, registration),
        clock.now(),
      );
    },
    listDonors: async ({ params: { slug }, query: { page } }) => {
      const registration = await visible(slug);
      const donors = donorsOf(await gifts.ofRegistration(registration._id), registration);
      const from = (page - 1) * DONORS_PER_PAGE;
      return { donors: donors.slice(from, from + DONORS_PER_PAGE), total: donors.length, page };
    },
    listPages: async ({ query: { cursor } }) => {
      const after = cursor === undefined ? undefined : await registrations.byPageId(cursor);
      if (after === null) throw new Refusal('validation-failed', runTexts.cursorUnknown);
      const found = await registrations.listed(LISTED_MAX + 1, after);
      const listed = found.slice(0, LISTED_MAX);
      const given = await gifts.ofRegistrations(listed.map(({ _id }) => _id));
      return {
        pages: listed.map((registration) =>
          toListedPage(
            registration,
            given.filter(({ registrationId }) => registrationId === registration._id),
          ),
        ),
        // the id is public, and stays when the runner changes the name in the address
        nextCursor: found.length > listed.length ? (listed.at(-1)?.pageId ?? null) : null,
      };
    },
  };
};

/** A page as its runner sees and changes it, by its private link. */
const ownPages = (
  deps: Deps,
): Pick<PageHandlers, 'openPage' | 'editPage' | 'logKm' | 'renewEditLink' | 'removeRegistration'> => {
  const { gifts, events, clock } = deps;
  const own = ownRegistration(deps);
  const edit = editPage(deps);
  const log = logKm(deps);
  const renew = renewLink(deps);

  const ownPage = async (registration: StoredRegistration) =>
    toOwnPage(
      registration,
      await gifts.ofRegistration(registration._id),
      await eventOf(events, registration),
      clock.now(),
    );
  const ownOf = ({ slug }: { slug: string }, request: Request): Promise<StoredRegistration> =>
    own(slug, request.get(EDIT_TOKEN_HEADER));

  return {
    openPage: async ({ params }, _caller, { request }) => ownPage(await ownOf(params, request)),
    editPage: async ({ params, body }, _caller, { request }) =>
      ownPage(await edit(await ownOf(params, request), body)),
    logKm: async ({ params, body }, _caller, { request }) => {
      const registration = await ownOf(params, request);
      return ownPage(await log(registration, await eventOf(events, registration), body));
    },
    renewEditLink: async ({ params }, _caller, { request }) => {
      await renew(await ownOf(params, request));
      return { ok: true };
    },
    removeRegistration: async ({ params }, _caller, { request }) => {
      await deps.erase(await ownOf(params, request));
      return { ok: true };
    },
  };
};

/** Writes that need no link; the address of the caller limits them. */
const openWrites = (deps: Deps): Pick<PageHandlers, 'sendEditLink' | 'giftWords'> => {
  const { registrations, limiter, internalSecret, ids } = deps;
  const words = giftWords(deps);
  return {
    sendEditLink: async ({ params: { slug } }, _caller, exchange) => {
      const address = clientAddress(exchange, internalSecret);
      enforceRateLimit(runTexts.tooMany, await limiter.byAddress.consume('runWrite', address));
      const found = await registrations.byPageKey(pageKeyOf(slug));
      if (found && isCounted(found) && (await limiter.consume('runLink', found._id)) === 0)
        await registrations.change(
          { _id: found._id },
          {},
          { work: [mailWork('link', found, `:${ids.newId()}`)] },
        );
      return { ok: true, message: runTexts.linkSent };
    },
    giftWords: async ({ params: { orderId }, body }, _caller, exchange) => {
      const address = clientAddress(exchange, internalSecret);
      enforceRateLimit(runTexts.tooMany, await limiter.byAddress.consume('runWrite', address));
      await words(orderId, body);
      return { ok: true };
    },
  };
};

export const pagesRoutes = (deps: Deps): PageHandlers => ({
  ...publicPages(deps),
  ...ownPages(deps),
  ...openWrites(deps),
});
