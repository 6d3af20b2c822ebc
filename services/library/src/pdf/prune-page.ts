import {
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  type PDFPageLeaf,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { decoded } from './page-streams.ts';

const name = (text: string): PDFName => PDFName.of(text);

/** All a sample page keeps. Links, actions, forms, threads, structure, thumbnails and metadata are not on the list. */
const PAGE_KEYS = new Set(
  'Type MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Contents Resources Group'
    .split(' ')
    .map(name),
);

/** Entries of resources that carry other things than ink: descriptions, originals, structure, outside files. */
const CARRIERS = [
  'Metadata',
  'PieceInfo',
  'StructParent',
  'StructParents',
  'AF',
  'Alternates',
  'OPI',
  'Ref',
].map(name);

/** The kinds of resources a content stream picks from by name. */
const KINDS = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading'].map(name);

const RESOURCES = name('Resources');
const NAME_TOKEN = /\/([^\s()<>[\]{}/%]*)/g;

/** The content streams of a page, in order; a page may have none. */
export const contentsOf = (page: PDFPageLeaf): PDFObject[] => {
  const contents = page.Contents();
  if (contents === undefined) return [];
  if (!(contents instanceof PDFArray)) return [contents];
  return contents.asArray().map((_, index) => {
    const part = contents.lookup(index);
    if (part === undefined) throw new TypeError('a content stream is missing');
    return part;
  });
};

/** Every name a content stream mentions: more than it uses, never less. */
const namesIn = (streams: readonly PDFObject[]): Set<PDFName> => {
  const names = new Set<PDFName>();
  for (const stream of streams)
    for (const [, text = ''] of Buffer.from(decoded(stream)).toString('latin1').matchAll(NAME_TOKEN))
      names.add(name(text));
  return names;
};

const dictOf = (object: PDFObject | undefined): PDFDict | undefined =>
  object instanceof PDFDict ? object : object instanceof PDFStream ? object.dict : undefined;

/** Forms without resources of their own draw with those of the page, so their names count as the page's. */
const withBorrowers = (resources: PDFDict, streams: readonly PDFObject[]): Set<PDFName> => {
  const names = namesIn(streams);
  const forms = resources.lookupMaybe(name('XObject'), PDFDict);
  const seen = new Set<PDFObject>();
  for (let grew = true; grew && forms; ) {
    grew = false;
    for (const key of names) {
      const form = forms.lookup(key);
      if (!(form instanceof PDFStream) || seen.has(form) || form.dict.has(RESOURCES)) continue;
      seen.add(form);
      if (form.dict.lookup(name('Subtype')) !== name('Form')) continue;
      for (const borrowed of namesIn([form])) names.add(borrowed);
      grew = true;
    }
  }
  return names;
};

/**
 * Resources of which only the named entries are left. Producers often share one dictionary between all pages: copied
 * whole, it would carry the pictures of the whole book. Marked-content properties describe, they do not draw: left out.
 */
const pruned = (resources: PDFDict, streams: readonly PDFObject[]): PDFDict => {
  const used = withBorrowers(resources, streams);
  const kept = resources.context.obj({});
  for (const kind of KINDS) {
    const all = resources.lookup(kind);
    if (!(all instanceof PDFDict)) continue;
    const some = resources.context.obj({});
    for (const [key, value] of all.entries()) if (used.has(key)) some.set(key, value);
    kept.set(kind, some);
  }
  return kept;
};

/** The streams whose operators pick from the resources of this dictionary; none when it has no say in drawing. */
const drawersOf = (object: PDFObject, dict: PDFDict): PDFObject[] => {
  if (object instanceof PDFStream) return [object];
  const procedures = dict.lookup(name('CharProcs'));
  if (!(procedures instanceof PDFDict)) return [];
  return procedures.keys().flatMap((key) => procedures.lookup(key) ?? []);
};

/** Cleans everything a page reaches: prunes nested resources and takes out what is not ink. */
const cleanReachable = (start: PDFDict): void => {
  const waiting: PDFObject[] = [start];
  const seen = new Set<PDFObject>(waiting);
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    const dict = dictOf(object);
    if (dict) {
      const type = dict.lookup(name('Type'));
      if (object !== start && (type === name('Page') || type === name('Pages') || type === name('Catalog')))
        throw new TypeError('a page leads back into the book');
      for (const key of CARRIERS) dict.delete(key);
      const resources = object === start ? undefined : dict.lookup(RESOURCES);
      if (resources instanceof PDFDict) dict.set(RESOURCES, pruned(resources, drawersOf(object, dict)));
    }
    const children = dict ? dict.values() : object instanceof PDFArray ? object.asArray() : [];
    for (const child of children) {
      const target = child instanceof PDFRef ? start.context.lookup(child) : child;
      if (!target || seen.has(target)) continue;
      seen.add(target);
      waiting.push(target);
    }
  }
};

/**
 * Leaves of a page only what is needed to draw it. Changes the page in place.
 * @throws when something can not be understood: then nobody gets a sample.
 */
export const prunePage = (page: PDFPageLeaf): void => {
  const streams = contentsOf(page);
  const resources = page.Resources();
  page.set(RESOURCES, resources ? pruned(resources, streams) : page.context.obj({}));
  for (const key of page.keys()) if (!PAGE_KEYS.has(key) && key !== name('Parent')) page.delete(key);
  // The parent is looked at no more: inherited boxes are moved into the page first, then it stands alone.
  for (const key of ['MediaBox', 'CropBox', 'Rotate'].map(name)) {
    const inherited = page.getInheritableAttribute(key);
    if (inherited && !page.has(key)) page.set(key, inherited);
  }
  page.delete(name('Parent'));
  cleanReachable(page);
};
