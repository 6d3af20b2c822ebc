export { fillerEbooks } from './filler.ts';
export { type SeedEbook, type SeedMetadata, seedEbooks } from './seed-ebooks.ts';
