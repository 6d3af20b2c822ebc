import path from 'node:path';
import { databaseName, draftOfKind, kindOf, MediaId, type ServiceName } from '@satrangi/contracts';
import { spawnMongo } from '@satrangi/embedded';
import { fillerEbooks } from '@satrangi/seed';
import { type Document, MongoClient } from 'mongodb';
import { type Media, newMedia } from '../../../../services/catalog/src/media/media.rules.ts';
import { mediaChangedOf } from '../../../../services/catalog/src/media/media-changed.rules.ts';

/** Documents in one command. */
const BATCH = 1_000;
/** One title each minute, the last one at this time. */
const NEWEST = Date.UTC(2026, 9, 1);

type Titles = readonly { readonly title: string; readonly author: string }[];

const EbookDraft = draftOfKind(kindOf('ebook'));

/** Titles as the catalog stores them after an editor has created them. */
const storedTitles = (count: number): Media[] =>
  fillerEbooks(count).map(({ pdfPath: _file, ...book }, n) =>
    newMedia(EbookDraft.parse(book), {
      mediaId: MediaId.parse(`filler${String(n).padStart(16, '0')}`),
      mediaType: 'ebook',
      now: new Date(NEWEST - (count - n) * 60_000),
      transcriptFile: null,
    }),
  );

/** The documents of a title in the databases of the services that project it. */
const projectionsOf = (media: Media): Partial<Record<ServiceName, Document>> => {
  const { mediaId: _id, deliverable: isDeliverable, ...shown } = mediaChangedOf(media);
  const { version, status, mediaType, title, creator, language, formats, priceINR, priceUSD } = shown;
  const sold = { title, creator, language, formats, priceINR, priceUSD, isDeliverable };
  return {
    catalog: media,
    payments: { _id, version, status, mediaType, ...sold },
    library: { _id, ...shown, sampleStart: null },
    'analytics-usage': { _id, mediaType, status, version },
  };
};

/**
 * Writes titles straight into the embedded store of a stopped platform, with the projections of the other services: a hundred
 * thousand take seconds, and hours through the editor's endpoints.
 * @param dataDir of a platform that was started once, so that its collections have their indexes
 */
export const fillStore = async (dataDir: string, count: number): Promise<Titles> => {
  await using server = await spawnMongo({ dir: path.join(dataDir, 'mongo') });
  const client = await new MongoClient(server.url).connect();
  try {
    const titles = storedTitles(count);
    for (let from = 0; from < titles.length; from += BATCH) {
      const batch = titles.slice(from, from + BATCH).map(projectionsOf);
      for (const service of ['catalog', 'payments', 'library', 'analytics-usage'] as const)
        await client
          .db(databaseName(service))
          .collection<Document>('media')
          .insertMany(
            batch.flatMap((documents) => documents[service] ?? []),
            { ignoreUndefined: true },
          );
    }
    return titles.map(({ title, author }) => ({ title, author: author ?? '' }));
  } finally {
    await client.close();
  }
};
