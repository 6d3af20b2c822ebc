/** What pages need of the contracts without the schema library: rules, sentences, tables. */
export * from './accounts.ts';
export * from './client.ts';
export * from './drive.ts';
export * from './live.ts';
export * from './media.ts';
export * from './money.ts';
export * from './reviews.ts';
