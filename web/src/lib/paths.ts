import type { JoinedMediaType } from '@satrangi/contracts';
import { mediaTypes, pagePaths, pathWithId } from '@satrangi/contracts/pure';

const pageSegment = (type: JoinedMediaType): string =>
  mediaTypes.find(({ joined }) => joined === type)?.page ?? 'media';

const ebook = (id: string): string => pathWithId(pagePaths.ebook, id);

/** All paths of this site. */
export const paths = {
  ...pagePaths,
  ebook,
  /** The sample in full window. */
  sample: (id: string) => `${ebook(id)}?preview=true`,
  /** The reader for the whole book. */
  read: (id: string) => pathWithId(pagePaths.read, id),
  media: (type: JoinedMediaType, id: string) => `/${pageSegment(type)}/${encodeURIComponent(id)}`,
  runPage: (slug: string) => pathWithId(pagePaths.runPage, slug),
  ebooksBy: (author: string) => `${pagePaths.ebooks}?${new URLSearchParams({ author })}`,
  librarySearch: (q: string) => `${pagePaths.library}?${new URLSearchParams({ q })}`,
  loginThen: (next: string) => `${pagePaths.login}?${new URLSearchParams({ next })}`,
  registerThen: (next: string) => `${pagePaths.register}?${new URLSearchParams({ next })}`,
  creator: `${pagePaths.profile}?tab=creator`,
  /** The receipt is in the fragment, which reaches no server. */
  checkReceipt: (receipt: object) =>
    `${pagePaths.receiptCheck}#r=${encodeURIComponent(JSON.stringify(receipt))}`,
  payment: (ebook: string) => `${pagePaths.payment}?${new URLSearchParams({ ebook })}`,
} as const;

/** A path with `?buy=1`, which opens the checkout dialog on arrival. */
export const withBuy = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}buy=1`;
