import { randomBytes } from 'node:crypto';
import { catalogApi, createClient, identityApi, RATING_MAX } from '@satrangi/contracts';
import { z } from 'zod';
import { patiently } from './patiently.ts';
import { readContent } from './read-content.ts';

const Reader = z.strictObject({
  name: z.string().min(1),
  pronouns: z.string().optional(),
  reviews: z
    .array(
      z.strictObject({
        /** The slug of a demo title. */
        ebook: z.string(),
        rating: z.int().min(1).max(RATING_MAX),
        comment: catalogApi.postReview.body.shape.comment,
      }),
    )
    .min(1),
});

/** An invented reader with their reviews. They own nothing, so no review counts as one of a buyer. */
export type SeedReader = z.output<typeof Reader> & { readonly slug: string };

/** All demo readers: `content/readers/<slug>.json`. */
export const loadSeedReaders = (): Promise<SeedReader[]> => readContent('readers', Reader);

export type ReviewSeedOptions = {
  /** Base URLs of the two services. */
  readonly identityUrl: string;
  readonly catalogUrl: string;
  /** With it each reader has a client address of their own: the limits of an address are for people. */
  readonly internalSecret: string;
  /** The title of a slug. */
  readonly titleOf: (slug: string) => string | undefined;
  readonly readers: readonly SeedReader[];
  /** Called when a reader has an account: it must not be seeded again. */
  readonly onRegistered: (reader: SeedReader) => void;
};

/** The registration of a reader. Nobody knows the password, and a reserved domain receives no mail. */
export const registrationOf = ({ slug, name, pronouns }: SeedReader) => ({
  name,
  email: `${slug}@readers.example`,
  password: randomBytes(24).toString('base64url'),
  ...(pronouns === undefined ? {} : { pronouns }),
});

/**
 * Registers demo readers and posts their reviews, each as its reader does. Without sessions at registration
 * (`REGISTER_PRIVACY=strict`) it posts nothing. A review of a title that is not in the catalog is left out.
 * @returns the number of reviews
 */
export const seedReviews = async (options: ReviewSeedOptions): Promise<number> => {
  const { identityUrl, catalogUrl } = options;
  const identity = createClient(identityApi, { baseUrl: identityUrl });
  const { items } = await createClient(catalogApi, { baseUrl: catalogUrl }).listEbooks();
  const idOf = new Map(items.map(({ title, _id }) => [title, _id]));

  const review = async (reader: SeedReader, index: number): Promise<number> => {
    const headers = { 'x-internal-secret': options.internalSecret, 'x-client-ip': `198.51.100.${index + 1}` };
    const session = await patiently(
      () => identity.register({ body: registrationOf(reader) }, { headers }),
      undefined,
    );
    options.onRegistered(reader);
    if (!('token' in session)) return 0;
    const catalog = createClient(catalogApi, { baseUrl: catalogUrl, token: () => session.token });
    let posted = 0;
    for (const { ebook, rating, comment } of reader.reviews) {
      const id = idOf.get(options.titleOf(ebook) ?? '');
      if (id === undefined) continue;
      await patiently(() => catalog.postReview({ params: { id }, body: { rating, comment } }), undefined);
      posted += 1;
    }
    return posted;
  };

  let total = 0;
  for (const [index, reader] of options.readers.entries()) total += await review(reader, index);
  return total;
};
