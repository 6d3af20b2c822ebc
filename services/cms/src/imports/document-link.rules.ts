import { driveFileIdOf } from '@satrangi/contracts';

export type DocumentKind = 'document' | 'spreadsheets';
export type DocumentRef = { readonly kind: DocumentKind; readonly id: string };

/**
 * Kind and id of a Google document in a link; null for other links. Addresses are built from the id only, so an address
 * that an editor types is never fetched (checklist CMS-24, CMS-39).
 */
export const documentRefOf = (link: string): DocumentRef | null => {
  const id = driveFileIdOf(link);
  if (!id || !/^[\w-]{20,100}$/.test(id)) return null;
  const { hostname, pathname } = new URL(link.trim());
  if (hostname !== 'docs.google.com') return null;
  const kind = /^(?:\/a\/[\w.-]+)?\/(document|spreadsheets)\/(?:u\/\d+\/)?d\//.exec(pathname)?.[1];
  return kind === 'document' || kind === 'spreadsheets' ? { kind, id } : null;
};

/** The public export of a document; the first sheet of a spreadsheet. */
export const exportPath = ({ kind, id }: DocumentRef): string =>
  `/${kind}/d/${id}/export?format=${kind === 'document' ? 'html' : 'csv'}`;

/** Google answers exports and pictures from these hosts. */
export const isContentHost = (url: URL): boolean =>
  url.protocol === 'https:' &&
  url.port === '' &&
  url.username === '' &&
  url.password === '' &&
  /^[\w-]+(\.[\w-]+)*\.googleusercontent\.com$/.test(url.hostname);
