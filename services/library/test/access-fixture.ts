import { type Booted, testUser } from '@satrangi/chassis/testing';
import { type LibraryEntry, libraryApi, MediaId } from '@satrangi/contracts';

/** Two readers, one book and orders for it: the common fixture of the access tests. */
export const book = MediaId.parse('book');
export const asha = testUser({ userId: 'asha' });
export const bela = testUser({ userId: 'bela' });
export const order = (orderId: string, ...mediaIds: string[]) => ({
  orderId,
  userId: asha.userId,
  items: (mediaIds.length > 0 ? mediaIds : ['book']).map((mediaId) => ({ mediaId })),
});

export const entriesOf = (service: Booted, user = asha): Promise<LibraryEntry[]> =>
  service.as(user, libraryApi).listEntries();
export const hasAccess = async (
  service: Booted,
  user: Parameters<Booted['as']>[0] = asha,
): Promise<boolean> =>
  (await service.as(user, libraryApi).checkAccess({ params: { mediaId: book } })).hasAccess;
export const publishedEvents = async (service: Booted, { type }: { type: string }) =>
  (await service.publishedEvents()).filter((event) => event.type === type);
