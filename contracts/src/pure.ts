/** The part of the contracts without the schema library, for pages: rules, sentences, tables, the client. */
export * from './accounts.ts';
export * from './client.ts';
export * from './discreet.ts';
export * from './drive.ts';
export * from './live.ts';
export * from './media.ts';
export * from './money.ts';
export * from './newsletter-texts.ts';
export * from './reviews.ts';
export * from './rich-text.ts';
export * from './share-links.ts';
export * from './site-pages.ts';
export * from './structured-data.ts';
export * from './text.ts';
export * from './texts/page-text.ts';
export * from './texts/questions.ts';
