import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Drive, Refusal } from '@satrangi/chassis';
import { importTexts, type UserId } from '@satrangi/contracts';
import type { ImageStored } from '../images/store-image.ts';
import { hasContent, plainText } from '../texts/plain-text.ts';
import { sanitizeRichText } from '../texts/sanitize.ts';
import { htmlOfCsv, picturesIn, withPlainTags } from './document-html.ts';
import { type DocumentRef, documentRefOf, exportPath } from './document-link.rules.ts';
import type { Fetched, FetchGoogle } from './fetch-google.ts';

/** Below the response timeout of the gateway. */
const TIMEOUT_MS = 8_000;
const PICTURES_MAX = 20;
const TITLE_MAX = 200;

export type Deps = {
  readonly google: FetchGoogle;
  readonly drive: Drive;
  readonly storeImage: (path: string, by: UserId) => Promise<ImageStored>;
};
export type ImportedDocument = {
  readonly title: string;
  readonly content: string;
  readonly pictures: number;
};

const DATA_IMAGE = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=\s]+)$/;

/**
 * The document: its public export first, then with the service account. Without one, Google's public answer decides.
 * @throws Refusal document-no-access, document-not-found, too-large, unavailable
 */
const fetchDocument = async (
  { google, drive }: Deps,
  ref: DocumentRef,
  signal: AbortSignal,
): Promise<Fetched> => {
  const found = await google.document(exportPath(ref), signal);
  if (typeof found === 'object') return found;
  const answer = await drive.exportAs(ref.id, ref.kind === 'document' ? 'text/html' : 'text/csv');
  if (answer.kind === 'content') return { bytes: answer.bytes, fileName: answer.name };
  if (answer.kind === 'not-found' || (answer.kind === 'not-set-up' && found === 'not-found'))
    throw new Refusal('document-not-found', importTexts.notFound);
  throw new Refusal('document-no-access', importTexts.noAccess);
};

/** Copies a picture to this site: a picture from another host would reveal the reader to it. @returns null when it fails */
const copyPicture = async (
  { google, storeImage }: Deps,
  address: string,
  by: UserId,
  signal: AbortSignal,
): Promise<string | null> => {
  const embedded = DATA_IMAGE.exec(address)?.[1];
  await using folder = await mkdtempDisposable(join(tmpdir(), 'satrangi-picture-'));
  try {
    const bytes = embedded ? Buffer.from(embedded, 'base64') : await google.picture(address, signal);
    if (!bytes) return null;
    const path = join(folder.path, 'picture');
    await writeFile(path, bytes);
    return (await storeImage(path, by)).url;
  } catch (error) {
    // a document is imported without the pictures that cannot be read
    if (error instanceof Refusal) return null;
    throw error;
  }
};

const titleOf = (fileName: string, html: string): string => {
  const heading = /<h[1-3][^>]*>([\s\S]{1,2000}?)<\/h[1-3]>/i.exec(html)?.[1] ?? '';
  return (fileName || plainText(heading)).replace(/\s+/g, ' ').trim().slice(0, TITLE_MAX) || 'Untitled';
};

/**
 * Reads a Google document: its public export first, then with the service account. The text is sanitised.
 * @param by who gets the pictures; null leaves them out
 * @throws Refusal validation-failed, document-no-access, document-not-found, too-large, unavailable
 */
export const readDocument =
  (deps: Deps) =>
  async (
    link: string,
    by: UserId | null,
    kinds = ['document', 'spreadsheets'],
  ): Promise<ImportedDocument> => {
    const ref = documentRefOf(link);
    if (!ref || !kinds.includes(ref.kind)) throw new Refusal('validation-failed', importTexts.linkInvalid);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const fetched = await fetchDocument(deps, ref, signal);
    const source = fetched.bytes.toString('utf8');
    const html = ref.kind === 'document' ? source : htmlOfCsv(source);
    const addresses = picturesIn(html);
    const pictures = new Map<string, string>();
    for (const address of by ? addresses.slice(0, PICTURES_MAX) : []) {
      const url = by && (await copyPicture(deps, address, by, signal));
      if (url) pictures.set(address, url);
    }
    const content = sanitizeRichText(withPlainTags(html, pictures)).trim();
    if (!hasContent(content)) throw new Refusal('validation-failed', importTexts.empty);
    return { title: titleOf(fetched.fileName, html), content, pictures: addresses.length };
  };
