import { posix } from 'node:path';
import { crc32 } from 'node:zlib';
import {
  type Archive,
  type ArchiveEntry,
  type Epub,
  hasEpubSignature,
  isSystemError,
  readXml,
  withEpub,
  xmlOf,
} from '@satrangi/chassis/archives';
import { isRemoteCss, isRemoteElement, isScript, isScriptedElement } from './epub-content.ts';

/**
 * Why an EPUB is refused. `other`: no EPUB; `unreadable`: hostile or damaged; `protected`: encrypted;
 * `scripted`: contains programs; `remote`: loads parts from elsewhere.
 */
export type EpubProblem = 'other' | 'unreadable' | 'protected' | 'scripted' | 'remote';

class BadEpub extends Error {
  override readonly name = 'BadEpub';
  readonly problem: EpubProblem;
  constructor(problem: EpubProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Rights and encryption of protected files. Fonts that are only obfuscated count, too: a marked copy would lose them. */
const PROTECTION = /^META-INF\/(encryption|rights|sinf)\.xml$|^META-INF\/license\.lcpl$/i;
const MARKUP_TYPES = new Set([
  'application/xhtml+xml',
  'image/svg+xml',
  'text/html',
  'application/xml',
  'text/xml',
]);
const MARKUP_NAMES = new Set(['.xhtml', '.html', '.htm', '.svg', '.xml']);
const CSS_MAX_BYTES = 2 * 1024 * 1024;

const isMarkup = (name: string, mediaType: string | undefined): boolean =>
  MARKUP_TYPES.has(mediaType ?? '') || MARKUP_NAMES.has(posix.extname(name).toLowerCase());

const isCss = (name: string, mediaType: string | undefined): boolean =>
  mediaType === 'text/css' || posix.extname(name).toLowerCase() === '.css';

/** Reads an entry to its end: the archive declares its length and its checksum. */
const requireIntact = async (archive: Archive, entry: ArchiveEntry): Promise<void> => {
  let sum = 0;
  // the type of a stream does not say that it yields buffers
  for await (const chunk of (await archive.open(entry)) as AsyncIterable<Buffer>) sum = crc32(chunk, sum);
  if (sum !== entry.crc32) throw new BadEpub('unreadable');
};

const checkMarkup = (xml: string): void => {
  readXml(xml, {
    allowsUnknownEntities: true,
    onElement: (element) => {
      if (isScriptedElement(element)) throw new BadEpub('scripted');
      if (isRemoteElement(element)) throw new BadEpub('remote');
    },
    onText: ({ name }, text) => {
      if (name === 'style' && isRemoteCss(text)) throw new BadEpub('remote');
    },
  });
};

const checkCss = async (archive: Archive, entry: ArchiveEntry): Promise<void> => {
  if (entry.uncompressed > CSS_MAX_BYTES) throw new BadEpub('unreadable');
  if (isRemoteCss(await xmlOf(archive, entry))) throw new BadEpub('remote');
};

const checkContent = async ({ archive, entries, package: { items } }: Epub): Promise<void> => {
  const mediaTypes = new Map(items.map(({ entry, mediaType }) => [entry, mediaType]));
  for (const { entry, mediaType, properties } of items) {
    if (isScript(entry ?? '', mediaType) || properties.includes('scripted')) throw new BadEpub('scripted');
    if (entry === null) throw new BadEpub('remote');
  }
  for (const entry of entries.values()) {
    const { name, isEncrypted } = entry;
    if (isEncrypted || PROTECTION.test(name)) throw new BadEpub('protected');
    if (name.endsWith('/')) continue;
    if (isScript(name, undefined)) throw new BadEpub('scripted');
    await requireIntact(archive, entry);
    if (isMarkup(name, mediaTypes.get(name))) checkMarkup(await xmlOf(archive, entry));
    else if (isCss(name, mediaTypes.get(name))) await checkCss(archive, entry);
  }
};

/**
 * Inspects an uploaded EPUB by its bytes: structure, limits of its archive, and what its documents would do on the
 * device of a reader. @returns null for one that readers may get
 */
export const inspectEpub = async (path: string): Promise<EpubProblem | null> => {
  if (!(await hasEpubSignature(path))) return 'other';
  try {
    await withEpub(path, checkContent);
    return null;
  } catch (error) {
    if (isSystemError(error)) throw error;
    // parsers report damaged files as plain errors
    return error instanceof BadEpub ? error.problem : 'unreadable';
  }
};
