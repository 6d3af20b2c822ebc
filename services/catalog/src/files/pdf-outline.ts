import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

/** A line of the list of contents: a title, and the page of the file on which it begins. */
export type ContentsEntry = { readonly title: string; readonly page: number };

const MAX_ENTRIES = 200;
const MAX_TITLE = 200;
/** Of nodes and names; a file that exceeds it has no contents. */
const MAX_NAMES = 20_000;

const key = (name: string): PDFName => PDFName.of(name);

const textOf = (object: PDFObject | undefined): string | null =>
  object instanceof PDFString || object instanceof PDFHexString
    ? object.decodeText()
    : object instanceof PDFName
      ? object.decodeText()
      : null;

/** Destinations by name, from both places where a PDF can have them. */
const namedDestinations = (document: PDFDocument): Map<string, PDFObject> => {
  const found = new Map<string, PDFObject>();
  const plain = document.catalog.lookup(key('Dests'));
  if (plain instanceof PDFDict)
    for (const [name] of plain.entries()) {
      const value = plain.lookup(name);
      if (value) found.set(name.decodeText(), value);
    }
  const names = document.catalog.lookup(key('Names'));
  const pending = [names instanceof PDFDict ? names.lookup(key('Dests')) : undefined];
  for (let seen = 0; pending.length > 0; seen += 1) {
    if (seen + found.size > MAX_NAMES) return new Map();
    const node = pending.pop();
    if (!(node instanceof PDFDict)) continue;
    const leaves = node.lookup(key('Names'));
    for (let at = 0; leaves instanceof PDFArray && at + 1 < leaves.size(); at += 2) {
      const [name, value] = [textOf(leaves.lookup(at)), leaves.lookup(at + 1)];
      if (name !== null && value) found.set(name, value);
    }
    const kids = node.lookup(key('Kids'));
    for (let at = 0; kids instanceof PDFArray && at < kids.size(); at += 1) pending.push(kids.lookup(at));
  }
  return found;
};

/** The destination of an outline entry: its own, or that of its GoTo action. */
const destinationOf = (entry: PDFDict): PDFObject | undefined => {
  const own = entry.lookup(key('Dest'));
  if (own) return own;
  const action = entry.lookup(key('A'));
  return action instanceof PDFDict ? action.lookup(key('D')) : undefined;
};

/**
 * The top level of a PDF's outline. Entries without a title or a page of the file are left out.
 * @returns an empty list when there is no outline, or when it is not readable
 */
export const readOutline = (document: PDFDocument): ContentsEntry[] => {
  try {
    const pages = new Map(document.getPages().map(({ ref }, index) => [ref.toString(), index + 1]));
    const names = namedDestinations(document);
    const pageOf = (destination: PDFObject | undefined): number | undefined => {
      const name = textOf(destination);
      const target = name === null ? destination : names.get(name);
      const array = target instanceof PDFDict ? target.lookup(key('D')) : target;
      const page = array instanceof PDFArray && array.size() > 0 ? array.get(0) : undefined;
      return page instanceof PDFRef ? pages.get(page.toString()) : undefined;
    };
    const entries: ContentsEntry[] = [];
    const outlines = document.catalog.lookup(key('Outlines'));
    let entry = outlines instanceof PDFDict ? outlines.lookup(key('First')) : undefined;
    const visited = new Set<PDFObject>();
    // an outline may refer to itself
    while (entry instanceof PDFDict && visited.size < MAX_ENTRIES && !visited.has(entry)) {
      visited.add(entry);
      const title = textOf(entry.lookup(key('Title')))
        ?.replace(/\s+/g, ' ')
        .trim();
      const page = pageOf(destinationOf(entry));
      if (title && page) entries.push({ title: title.slice(0, MAX_TITLE), page });
      entry = entry.lookup(key('Next'));
    }
    return entries;
  } catch {
    return [];
  }
};
