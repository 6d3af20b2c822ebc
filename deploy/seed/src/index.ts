export { fillerEbooks } from './filler.ts';
export { loadSeedItems } from './load-seed-items.ts';
export { type CatalogItem, type SeedOptions, type SeedResult, seedCatalog } from './seed-catalog.ts';
export { type SeedEbook, SeedMetadata, seedEbooks } from './seed-ebooks.ts';
export type { SeedItem } from './seed-items.ts';
export { loadSeedPosts, type SeedPost, seedPosts } from './seed-posts.ts';
export { loadSeedRunners, type SeedRunner, seedRunners } from './seed-runners.ts';
export { loadSeedSubmissions, type SeedSubmission, seedSubmissions } from './seed-submissions.ts';
export { seedTexts } from './seed-texts.ts';
