/** The validation sentence for a link that is not a Google link (attack S30). */
export const DRIVE_LINK_INVALID = 'Please provide a valid Google Drive or Google Docs link.';

const hosts = new Set(['drive.google.com', 'docs.google.com']);
const idShape = /^[A-Za-z0-9_-]{10,128}$/;
const pathOfFile =
  /^(?:\/a\/[\w.-]+)?(?:\/(?:file|document|spreadsheets|presentation|forms))?(?:\/u\/\d+)?\/d\/([\w-]+)(?:\/[\w-]*)?\/?$/;

/**
 * True for an address on one of the two hosts over https, without the characters that URL parsers silently repair. A
 * real link has none of them.
 */
const isPlainAddress = (text: string): boolean =>
  !/[\s\\@\p{Cc}]|[^\x20-\x7e]/u.test(text) && /^https:\/\/(drive|docs)\.google\.com[/?#]/i.test(text);

/**
 * The file id of a Drive link, or null. URLs are built from the id only, so a URL typed by an editor is never fetched
 * (checklist CAT-17, attack S30).
 */
export const driveFileIdOf = (link: string): string | null => {
  if (link.length > 2_000 || !isPlainAddress(link.trim())) return null;
  let url: URL;
  try {
    url = new URL(link.trim());
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' || url.port !== '' || !hosts.has(url.hostname)) return null;
  const id =
    pathOfFile.exec(url.pathname)?.[1] ??
    (/^\/(open|uc)\/?$/.test(url.pathname) ? url.searchParams.get('id') : null);
  return id !== null && idShape.test(id) ? id : null;
};

/**
 * The normalised link when it leads to Google Drive or Google Docs over https, with or without the id of a file
 * (folders have none); null for every other address. Such links are shown and never fetched (checklist PUB-06, PUB-15).
 */
export const googleLinkOf = (link: string): string | null => {
  const trimmed = link.trim();
  if (trimmed.length > 2_000 || !isPlainAddress(trimmed) || !URL.canParse(trimmed)) return null;
  return new URL(trimmed).href;
};

/** The URL that opens a file in Drive. */
export const driveLinkOf = (fileId: string): string => `https://drive.google.com/file/d/${fileId}/view`;
