import type { MediaId } from '@satrangi/contracts';
import { bootCatalog, type CatalogFixture, draft, filmDraft } from './boot-catalog.ts';

export const pick = (mediaId: MediaId, reason = '') => ({ mediaId, reason });
export const rain = { name: 'Rain, and who it brings home', sentence: 'For the first wet evening.' };

/** A catalog with two eBooks and a film. */
export const bootShelf = async (options?: Parameters<typeof bootCatalog>[0]) => {
  const fixture = await bootCatalog(options);
  const { editor } = fixture;
  const book = await editor.createEbook({ body: { ...draft, title: 'Barsaat', author: 'Meera' } });
  const film = await editor.createShortFilm({ body: { ...filmDraft, title: 'Chhaata' } });
  const other = await editor.createEbook({ body: { ...draft, title: 'Dhoop', author: 'Asha' } });
  return { ...fixture, book, film, other };
};
type Shelf = Awaited<ReturnType<typeof bootShelf>>;

/** Publishes a collection of the film and a book. */
export const publish = ({ editor, film, book }: Shelf, change: object = {}) =>
  editor.createCurated({
    body: {
      ...rain,
      published: true,
      titles: [pick(film._id, 'Shot in one roof.'), pick(book._id)],
      ...change,
    },
  });

/** Live messages about collections: type, id and audience. */
export const curatedLive = async ({ service }: CatalogFixture) =>
  (await service.liveMessages())
    .filter(({ message }) => message.type.startsWith('collection-'))
    .map(({ message, audience }) => [message.type, message.id, audience.to]);
