import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { CoverArt } from '@satrangi/contracts';
import { z } from 'zod';
import { readContent, readContentFile } from './read-content.ts';

const files = join(import.meta.dirname, '..', 'files');

const words = (text: string): number => text.split(/\s+/).length;

/** The first chapters of a book, as a part of another one under a title of their own. */
const Excerpt = z.strictObject({ slug: z.string(), title: z.string().min(1), chapters: z.int().min(1) });
type Excerpt = z.infer<typeof Excerpt>;

/**
 * Metadata of one book in `content/ebooks`. Prices are whole rupees and dollars with cents, as an
 * editor types them; null is "not given", and both null is "not for sale".
 */
export const SeedMetadata = z.strictObject({
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().min(1),
  altTitle: z.string().min(1).optional(),
  author: z.string().min(1),
  /** The author’s name in the script of the book, for its title page. */
  authorOwnScript: z.string().min(1).optional(),
  pronouns: z.string().min(1).optional(),
  tagline: z.string().min(1).max(140),
  description: z
    .string()
    .refine((text) => words(text) >= 60 && words(text) <= 120, 'A description has 60 to 120 words.'),
  language: z.enum(['en', 'hi', 'ta', 'bn', 'ur']),
  year: z.int().min(2000).max(2100),
  genres: z.array(z.string().min(1)).min(1),
  tags: z.array(z.string().min(1)).min(1),
  contentNotes: z.array(z.string().min(1)),
  formats: z.tuple([z.literal('text')]),
  collection: z.literal('digital-library'),
  priceINR: z.int().min(0).nullable(),
  priceUSD: z.number().min(0).nullable(),
  featured: z.boolean(),
  flipbookPages: z.int().min(1).optional(),
  /** The page of the file on which the story begins. */
  sampleStart: z.int().min(1).optional(),
  /** Its rights allow buyers to download the PDF, and the EPUB, which every such book has. */
  allowsDownload: z.boolean().optional(),
  /** Books that this one contains, whole by their slugs or as excerpts; its manuscript is made of theirs. */
  collects: z
    .array(z.union([z.string(), Excerpt]))
    .min(2)
    .optional(),
  /** `facing`: each chapter on the left is translated on the right. `pictures`: a picture and a few words on every page. */
  layout: z.enum(['facing', 'pictures']).optional(),
  staffNote: z.strictObject({ text: z.string().min(1), by: z.string().min(1) }).optional(),
  cover: CoverArt,
});
export type SeedMetadata = z.infer<typeof SeedMetadata>;

/** A book with the absolute paths of its typeset files. */
export type SeedEbook = SeedMetadata & { readonly pdfPath: string; readonly epubPath?: string };

/** The metadata of every book, by slug. @throws Error naming an invalid file */
export const readMetadata = async (): Promise<SeedEbook[]> =>
  (await readContent('ebooks', SeedMetadata)).map((book) => ({
    ...book,
    pdfPath: join(files, `${book.slug}.pdf`),
    ...(book.allowsDownload ? { epubPath: join(files, `${book.slug}.epub`) } : {}),
  }));

const readOne = (slug: string): Promise<string> => readContentFile('ebooks', `${slug}.md`);

/** A book, or its first chapters, as one chapter with its chapters as headings. */
const asChapter = (book: SeedMetadata, manuscript: string, excerpt?: Excerpt): string => {
  const chapters = manuscript.split(/^(?=# )/m).slice(0, excerpt?.chapters);
  const text = chapters.join('').trim().replaceAll(/^# /gm, '## ');
  return `# ${book.author}: ${excerpt?.title ?? book.title}\n\n${text}`;
};

/** The manuscript of a book, as written, or made of the books that it collects. */
export const readManuscriptText = async ({
  slug,
  collects,
}: Pick<SeedMetadata, 'slug' | 'collects'>): Promise<string> => {
  if (!collects) return readOne(slug);
  const books = new Map((await readMetadata()).map((book) => [book.slug, book]));
  const chapters = await Promise.all(
    collects.map(async (each) => {
      const excerpt = typeof each === 'string' ? undefined : each;
      const collected = typeof each === 'string' ? each : each.slug;
      const book = books.get(collected);
      if (!book) throw new Error(`${slug} collects ${collected}, which does not exist.`);
      return asChapter(book, await readOne(collected), excerpt);
    }),
  );
  return chapters.join('\n\n');
};

/** The seed books, each with a file that exists. */
export const seedEbooks = async (): Promise<SeedEbook[]> => {
  const books = await readMetadata();
  await Promise.all(books.flatMap(({ pdfPath, epubPath = pdfPath }) => [access(pdfPath), access(epubPath)]));
  return books;
};
