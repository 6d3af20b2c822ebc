import { open } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { type Archive, type ArchiveEntry, archiveBudget, BadArchive, withArchive } from './read-archive.ts';
import { readXml, type XmlElement } from './read-xml.ts';

export const EPUB_TYPE = 'application/epub+zip';
const PACKAGE_TYPE = 'application/oebps-package+xml';
const CONTAINER = 'META-INF/container.xml';
const PACKAGE_NAMESPACE = 'http://www.idpf.org/2007/opf';
/** The name and the content of the first entry, which stand at a fixed offset when it is stored without extra fields. */
const FIRST_ENTRY = Buffer.from(`mimetype${EPUB_TYPE}`);
const LOCAL_HEADER = Buffer.from('504b0304', 'hex');
const LOCAL_HEADER_BYTES = 30;
/** The limit of one XML file of an EPUB, which is read into memory. */
export const XML_MAX_BYTES = 8 * 1024 * 1024;

export type ManifestItem = {
  /** The name of the entry in the archive; null for a resource elsewhere. */
  readonly entry: string | null;
  readonly mediaType: string;
  readonly properties: readonly string[];
};

/** The package document (OPF) of an EPUB. */
export type EpubPackage = {
  /** Its entry in the archive. */
  readonly path: string;
  readonly xml: string;
  /** Offsets in `xml` of the end tags before which elements can be added. */
  readonly ends: { readonly metadata: number; readonly manifest: number; readonly spine: number };
  readonly ids: ReadonlySet<string>;
  readonly items: readonly ManifestItem[];
};

/** An open EPUB, with its entries by name. */
export type Epub = {
  readonly archive: Archive;
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
  readonly package: EpubPackage;
};

/** True when a file begins as an EPUB: an entry `mimetype` that is stored, has no extra field and names the type. */
export const hasEpubSignature = async (path: string): Promise<boolean> => {
  await using file = await open(path);
  const length = LOCAL_HEADER_BYTES + FIRST_ENTRY.length;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return (
    bytesRead === length &&
    buffer.subarray(0, LOCAL_HEADER.length).equals(LOCAL_HEADER) &&
    buffer.subarray(LOCAL_HEADER_BYTES).equals(FIRST_ENTRY)
  );
};

/** The text of an XML entry. @throws BadArchive for one that is missing, too long, or not UTF-8 */
export const xmlOf = async (archive: Archive, entry: ArchiveEntry | undefined): Promise<string> => {
  if (!entry || entry.isEncrypted || entry.uncompressed > XML_MAX_BYTES) throw new BadArchive();
  const stream: Readable = await archive.open(entry);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  // the type of a stream does not say that it yields buffers
  for await (const chunk of stream as AsyncIterable<Buffer>) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
};

/** The path of the only package document. @throws BadArchive when the container names none, or several */
const packagePathOf = (container: string): string => {
  const paths: string[] = [];
  readXml(container, {
    onElement: ({ name, attributes }) => {
      if (name === 'rootfile' && attributes.get('media-type') === PACKAGE_TYPE)
        paths.push(attributes.get('full-path') ?? '');
    },
  });
  const [path, ...others] = paths;
  if (path === undefined || others.length > 0) throw new BadArchive();
  return path;
};

const itemOf = (packagePath: string, attributes: XmlElement['attributes']): ManifestItem => {
  const href = attributes.get('href') ?? '';
  const isElsewhere = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href);
  return {
    entry: isElsewhere ? null : posix.join(posix.dirname(packagePath), decodeURIComponent(href)),
    mediaType: (attributes.get('media-type') ?? '').toLowerCase(),
    properties: (attributes.get('properties') ?? '').split(/\s+/).filter(Boolean),
  };
};

type Part = 'metadata' | 'manifest' | 'spine';
const PARTS: readonly Part[] = ['metadata', 'manifest', 'spine'];
const partOf = ({ name, namespace, depth }: XmlElement): Part | undefined =>
  depth === 1 && namespace === PACKAGE_NAMESPACE ? PARTS.find((part) => part === name) : undefined;

/** @throws BadArchive for a package without title, manifest or spine */
const packageOf = (path: string, xml: string): EpubPackage => {
  const ends = new Map<Part, number>();
  const ids = new Set<string>();
  const items: ManifestItem[] = [];
  const itemIds = new Set<string>();
  let part: Part | undefined;
  let hasTitle = false;
  let isRead = false;
  readXml(xml, {
    onElement: (element) => {
      const { name, namespace, depth, attributes } = element;
      const id = attributes.get('id');
      if (id !== undefined) ids.add(id);
      if (depth === 0 && (name !== 'package' || namespace !== PACKAGE_NAMESPACE)) throw new BadArchive();
      part = partOf(element) ?? part;
      if (part === 'metadata' && name === 'title') hasTitle = true;
      if (part === 'manifest' && depth === 2 && name === 'item') {
        items.push(itemOf(path, attributes));
        if (id !== undefined) itemIds.add(id);
      }
      if (part === 'spine' && depth === 2 && name === 'itemref')
        isRead ||= itemIds.has(attributes.get('idref') ?? '');
    },
    onEnd: (element, end) => {
      const ended = partOf(element);
      if (!ended) return;
      if (ends.has(ended)) throw new BadArchive();
      ends.set(ended, end);
      part = undefined;
    },
  });
  const [metadata, manifest, spine] = [ends.get('metadata'), ends.get('manifest'), ends.get('spine')];
  if (!hasTitle || !isRead || metadata === undefined || manifest === undefined || spine === undefined)
    throw new BadArchive();
  return { path, xml, ends: { metadata, manifest, spine }, ids, items };
};

/** The entries by name. Two names that differ in case only are one file on many systems. @throws BadArchive */
const entriesByName = async (archive: Archive): Promise<Map<string, ArchiveEntry>> => {
  const entries = new Map<string, ArchiveEntry>();
  const folded = new Set<string>();
  for await (const entry of archive.entries()) {
    const name = entry.name.normalize('NFC').toLowerCase();
    if (folded.has(name)) throw new BadArchive();
    folded.add(name);
    entries.set(entry.name, entry);
  }
  return entries;
};

/**
 * Opens an EPUB: its entries and its package document.
 * @throws BadArchive, and plain errors of the parsers, for a file that is hostile, damaged or no EPUB
 */
export const withEpub = async <T>(path: string, use: (epub: Epub) => Promise<T>): Promise<T> => {
  if (!(await hasEpubSignature(path))) throw new BadArchive();
  return withArchive(path, archiveBudget(), async (archive) => {
    const entries = await entriesByName(archive);
    if (entries.get('mimetype')?.raw.relativeOffsetOfLocalHeader !== 0) throw new BadArchive();
    const packagePath = packagePathOf(await xmlOf(archive, entries.get(CONTAINER)));
    const xml = await xmlOf(archive, entries.get(packagePath));
    return use({ archive, entries, package: packageOf(packagePath, xml) });
  });
};
