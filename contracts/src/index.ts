export * from './admin-act-outcome.ts';
export * from './admin-acts.ts';
export * from './blog-head.ts';
export * from './catalog.about.ts';
export * from './catalog.calls.ts';
export * from './catalog.curated.ts';
export * from './catalog.draft.ts';
export * from './catalog.fields.ts';
export * from './catalog.media.ts';
export * from './catalog.people.ts';
export * from './catalog.queries.ts';
export * from './catalog.search.ts';
export * from './catalog.title-fonts.ts';
export * from './catalog.works.ts';
export * from './connections.ts';
export * from './crisis.ts';
export * from './curated-heads.ts';
export * from './endpoint.ts';
export * from './erasure.ts';
export * from './event.ts';
export * from './events.ts';
export * from './fold-letters.ts';
export * from './gateway.api.ts';
export * from './holdings.ts';
export * from './identity.admin.ts';
export * from './identity.invitations.ts';
export * from './identity.registration.ts';
export * from './identity.sessions.ts';
export * from './name-search.ts';
export * from './notice-mail.ts';
export * from './operations.ts';
export * from './outing-check.ts';
export * from './page-head.ts';
export * from './parse-json.ts';
export * from './payments.admin.ts';
export * from './payments.gifts.ts';
export * from './payments.receipt.ts';
export * from './payments.requests.ts';
export * from './payments.stored-card.ts';
export * from './payments.views.ts';
export * from './people-heads.ts';
export * from './policy-terms.ts';
export * from './problems.ts';
export * from './pure.ts';
export * from './revisions.ts';
export * from './schemas.ts';
export {
  Collection,
  CoverArt,
  Currency,
  Format,
  JoinedMediaType,
  Money,
  Role,
  StoredMediaType,
} from './schemas.ts';
export * from './service-settings.ts';
export * from './services.ts';
export * from './storefront-pages.ts';
export * from './subscriptions.ts';
export * from './text-page-heads.ts';
export * from './texts.ts';
