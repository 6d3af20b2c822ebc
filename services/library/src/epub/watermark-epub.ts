import { createWriteStream } from 'node:fs';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  archiveBudget,
  EPUB_TYPE,
  type Epub,
  isSystemError,
  withArchive,
  withEpub,
  XML_MAX_BYTES,
  xmlOf,
} from '@satrangi/chassis/archives';
import { ZipFile } from 'yazl';

/** Before the code in the package document, and on the page of the copy. */
const MARK = 'copymark:';
const PAGE_MARK = 'Copy ';
const OPF = 'http://www.idpf.org/2007/opf';
const DC = 'http://purl.org/dc/elements/1.1/';

/** The same bytes for the same copy: local time, because archives store no zone. */
const FIXED = { mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/** The last page: a line for the code, and what it is. */
const pageOf = (code: string): string => `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" dir="ltr">
<head><title>Colophon</title></head>
<body>
<p><small>This file is one copy of the book. Its number names nobody.</small></p>
<p><small>${PAGE_MARK}${code}</small></p>
</body>
</html>
`;

/** The first of `name`, `name-1`, … that is not taken. */
const freeName = (isTaken: (name: string) => boolean, nameOf: (n: string) => string): string => {
  for (let n = 0; ; n += 1) {
    const name = nameOf(n === 0 ? '' : `-${n}`);
    if (!isTaken(name)) return name;
  }
};

type Insertion = { readonly at: number; readonly text: string };

const insert = (text: string, insertions: readonly Insertion[]): string =>
  [...insertions]
    .sort((a, b) => b.at - a.at)
    .reduce((result, { at, text: added }) => result.slice(0, at) + added + result.slice(at), text);

/** The package document with the code, and the page of the copy at the end of the book. Namespaces are declared again. */
const markedPackage = ({ entries, package: { path, xml, ends, ids } }: Epub, code: string) => {
  const folder = posix.dirname(path);
  const taken = new Set([...entries.keys()].map((name) => name.toLowerCase()));
  const entryOf = (href: string): string => posix.join(folder, href);
  const href = freeName(
    (name) => taken.has(entryOf(name).toLowerCase()),
    (n) => `copy${n}.xhtml`,
  );
  const id = freeName(
    (name) => ids.has(name),
    (n) => `copy-page${n}`,
  );
  const opf = insert(xml, [
    { at: ends.metadata, text: `<dc:identifier xmlns:dc="${DC}">${MARK}${code}</dc:identifier>\n` },
    {
      at: ends.manifest,
      text: `<item xmlns="${OPF}" id="${id}" href="${href}" media-type="application/xhtml+xml"/>\n`,
    },
    { at: ends.spine, text: `<itemref xmlns="${OPF}" idref="${id}"/>\n` },
  ]);
  return { path, opf, page: entryOf(href) };
};

/** Adds everything to the archive; entries are read one after another, when they are written. */
const addEntries = (zip: ZipFile, epub: Epub, code: string, fail: (error: unknown) => void): void => {
  const { path, opf, page } = markedPackage(epub, code);
  zip.addBuffer(Buffer.from(EPUB_TYPE), 'mimetype', { ...FIXED, compress: false });
  for (const entry of epub.entries.values()) {
    const { name } = entry;
    if (name === 'mimetype' || name.endsWith('/')) continue;
    if (name === path) zip.addBuffer(Buffer.from(opf), name, FIXED);
    else
      zip.addReadStreamLazy(name, FIXED, (pass) => {
        epub.archive.open(entry).then((stream) => pass(null, stream), fail);
      });
  }
  zip.addBuffer(Buffer.from(pageOf(code)), page, FIXED);
  zip.end();
};

/**
 * Writes the copy of one reader: the book, with its code in the package document and on a page at the end. The book
 * passes through in pieces. @param code 32 hexadecimal digits @throws when the file is not supported
 */
export const writeWatermarkedEpub = (source: string, target: string, code: string): Promise<void> =>
  withEpub(source, async (epub) => {
    const zip = new ZipFile();
    const failed = new AbortController();
    const fail = (error: unknown): void => failed.abort(error);
    zip.on('error', fail);
    addEntries(zip, epub, code, fail);
    await pipeline(zip.outputStream, createWriteStream(target), { signal: failed.signal });
  });

const CODE = new RegExp(`(?:${MARK}|${PAGE_MARK})([0-9a-f]{32})`);
const isText = (name: string): boolean => /\.(opf|x?html?|xml)$/i.test(name);

/** The code in a leaked EPUB, also after another program has saved it; null when there is none. */
export const extractEpubCode = async (path: string): Promise<string | null> => {
  try {
    return await withArchive(path, archiveBudget(), async (archive) => {
      for await (const entry of archive.entries()) {
        if (!isText(entry.name) || entry.uncompressed > XML_MAX_BYTES) continue;
        const code = CODE.exec(await xmlOf(archive, entry).catch(() => ''))?.[1];
        if (code) return code;
      }
      return null;
    });
  } catch (error) {
    if (isSystemError(error)) throw error;
    return null;
  }
};
