export { fillerEbooks } from './filler.ts';
export { type CatalogItem, type SeedOptions, type SeedResult, seedCatalog } from './seed-catalog.ts';
export { type SeedEbook, SeedMetadata, seedEbooks } from './seed-ebooks.ts';
export { seedShelf } from './seed-shelf.ts';
export type { ShelfItem } from './shelf-items.ts';
