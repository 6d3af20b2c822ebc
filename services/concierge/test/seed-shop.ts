import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaId, type MediaItem, mediaTypes } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { z } from 'zod';

const content = join(import.meta.dirname, '../../../deploy/seed/content');
const RUPEES_PER_DOLLAR = 88;

/** The fields of a demo title that items are found by. */
const SeedTitle = z.object({
  slug: z.string(),
  title: z.string(),
  altTitle: z.string().optional(),
  author: z.string().optional(),
  director: z.string().optional(),
  speaker: z.string().optional(),
  narrator: z.string().optional(),
  tagline: z.string(),
  description: z.string(),
  language: z.string(),
  year: z.number(),
  genres: z.array(z.string()),
  tags: z.array(z.string()),
  contentNotes: z.array(z.string()),
  priceINR: z.number().nullable(),
  priceUSD: z.number().nullable(),
  featured: z.boolean(),
});

const toItem = (kind: MediaItem['mediaType'], seed: z.output<typeof SeedTitle>): MediaItem => {
  const { slug, author, director, speaker, narrator, altTitle, priceUSD, ...rest } = seed;
  const creator = author ?? director ?? speaker ?? '';
  const priceINR = seed.priceINR ?? (priceUSD === null ? null : Math.round(priceUSD * RUPEES_PER_DOLLAR));
  return aMediaItem({
    ...rest,
    _id: MediaId.parse(slug),
    mediaType: kind,
    altTitle: altTitle ?? null,
    creator,
    author: creator,
    narrator: narrator ?? null,
    priceINR,
    isFree: priceINR === 0,
    isForSale: priceINR !== null && priceINR > 0,
  });
};

/** The demo titles of `deploy/seed` as the catalog shows them, without their files; ids are their slugs. */
export const seedShop = async (): Promise<MediaItem[]> => {
  const items: MediaItem[] = [];
  for (const { admin, joined } of mediaTypes)
    for (const name of (await readdir(join(content, admin))).filter((file) => file.endsWith('.json')))
      items.push(
        toItem(joined, SeedTitle.parse(JSON.parse(await readFile(join(content, admin, name), 'utf8')))),
      );
  return items;
};
