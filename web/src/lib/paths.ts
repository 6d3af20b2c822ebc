import type { JoinedMediaType } from '@satrangi/contracts';
import { mediaTypes, pagePaths, pathWithId } from '@satrangi/contracts/pure';

const pageSegment = (type: JoinedMediaType): string =>
  mediaTypes.find(({ joined }) => joined === type)?.page ?? 'media';

/** A path with a query. */
export const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query)}`;

/** All paths of this site. */
export const paths = {
  ...pagePaths,
  ebook: (id: string) => pathWithId(pagePaths.ebook, id),
  /** The reader for the whole book. */
  read: (id: string) => pathWithId(pagePaths.read, id),
  media: (type: JoinedMediaType, id: string) => `/${pageSegment(type)}/${encodeURIComponent(id)}`,
  person: (name: string) => pathWithId(pagePaths.person, name),
  series: (name: string) => pathWithId(pagePaths.series, name),
  collectionOf: (slug: string) => pathWithId(pagePaths.collection, slug),
  order: (id: string) => pathWithId(pagePaths.order, id),
  receipt: (id: string) => pathWithId(pagePaths.receipt, id),
  runPage: (slug: string) => pathWithId(pagePaths.runPage, slug),
  loginThen: (next: string) => withQuery(pagePaths.login, { next }),
  registerThen: (next: string) => withQuery(pagePaths.register, { next }),
} as const;

/** A path with `?buy=1`, which opens the checkout dialog on arrival. */
export const withBuy = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}buy=1`;
