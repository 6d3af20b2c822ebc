import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CoverArt } from '@satrangi/contracts';
import { z } from 'zod';

const content = join(import.meta.dirname, '..', 'content', 'ebooks');
const files = join(import.meta.dirname, '..', 'files');

const words = (text: string): number => text.split(/\s+/).length;

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
  /** Its rights allow buyers to download the PDF. */
  allowsDownload: z.boolean().optional(),
  /** Slugs of books that this one contains; its manuscript is made of theirs. */
  collects: z.array(z.string()).min(2).optional(),
  /** `facing`: each chapter on the left is translated on the right. `pictures`: a picture and a few words on every page. */
  layout: z.enum(['facing', 'pictures']).optional(),
  staffNote: z.strictObject({ text: z.string().min(1), by: z.string().min(1) }).optional(),
  cover: CoverArt,
});
export type SeedMetadata = z.infer<typeof SeedMetadata>;

/** A book with the absolute path of its typeset file. */
export type SeedEbook = SeedMetadata & { readonly pdfPath: string };

/** The metadata of every book, by slug. @throws Error naming an invalid file */
export const readMetadata = async (): Promise<SeedEbook[]> => {
  const names = (await readdir(content)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const read = SeedMetadata.safeParse(JSON.parse(await readFile(join(content, name), 'utf8')));
      if (!read.success) throw new Error(`content/ebooks/${name}\n${z.prettifyError(read.error)}`);
      if (`${read.data.slug}.json` !== name)
        throw new Error(`content/ebooks/${name} calls itself ${read.data.slug}.`);
      return { ...read.data, pdfPath: join(files, `${read.data.slug}.pdf`) };
    }),
  );
};

const readOne = (slug: string): Promise<string> => readFile(join(content, `${slug}.md`), 'utf8');

/** A whole book as one chapter, its chapters as headings. */
const asChapter = ({ author, title }: SeedMetadata, manuscript: string): string =>
  `# ${author}: ${title}\n\n${manuscript.replaceAll(/^# /gm, '## ')}`;

/** The manuscript of a book, as written, or made of the books that it collects. */
export const readManuscriptText = async ({
  slug,
  collects,
}: Pick<SeedMetadata, 'slug' | 'collects'>): Promise<string> => {
  if (!collects) return readOne(slug);
  const books = new Map((await readMetadata()).map((book) => [book.slug, book]));
  const chapters = await Promise.all(
    collects.map(async (each) => {
      const book = books.get(each);
      if (!book) throw new Error(`${slug} collects ${each}, which does not exist.`);
      return asChapter(book, await readOne(each));
    }),
  );
  return chapters.join('\n\n');
};

/** The seed books, each with a file that exists. */
export const seedEbooks = async (): Promise<SeedEbook[]> => {
  const books = await readMetadata();
  await Promise.all(books.map(({ pdfPath }) => access(pdfPath)));
  return books;
};
