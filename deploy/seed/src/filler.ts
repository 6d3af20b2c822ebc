import type { SeedMetadata } from './seed-ebooks.ts';

export const fillerEbooks = (_count: number): SeedMetadata[] => [];
