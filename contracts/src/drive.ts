/** The validation sentence for a link that is not a Google link (attack S30). */
export const DRIVE_LINK_INVALID = 'Please provide a valid Google Drive or Google Docs link.';

const hosts = new Set(['drive.google.com', 'docs.google.com']);
const idShape = /^[A-Za-z0-9_-]{10,128}$/;
const pathOfFile =
  /^(?:\/a\/[\w.-]+)?(?:\/(?:file|document|spreadsheets|presentation|forms))?(?:\/u\/\d+)?\/d\/([\w-]+)(?:\/[\w-]*)?\/?$/;

/**
 * The file id of a Drive link, or null. URLs are built from the id only, so a URL typed by an editor is never fetched
 * (checklist CAT-17, attack S30).
 */
export const driveFileIdOf = (link: string): string | null => {
  // The URL parser silently repairs these characters. A real link has none of them.
  if (link.length > 2_000 || /[\s\\@\p{Cc}]|[^\x20-\x7e]/u.test(link.trim())) return null;
  let url: URL;
  try {
    url = new URL(link.trim());
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' || url.port !== '' || !hosts.has(url.hostname)) return null;
  if (!/^https:\/\/(drive|docs)\.google\.com[/?#]/i.test(link.trim())) return null;
  const id =
    pathOfFile.exec(url.pathname)?.[1] ??
    (/^\/(open|uc)\/?$/.test(url.pathname) ? url.searchParams.get('id') : null);
  return id !== null && idShape.test(id) ? id : null;
};

/** The URL that opens a file in Drive. */
export const driveLinkOf = (fileId: string): string => `https://drive.google.com/file/d/${fileId}/view`;
