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

/** The allowlist of page keys. It omits links, actions, forms, threads, structure, thumbnails and metadata. */
const PAGE_KEYS = new Set(
  'Type MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Contents Resources Group'
    .split(' ')
    .map(name),
);

/** Entries that do not contribute to drawing: metadata, alternates, structure, external files. */
const NON_DRAWING_KEYS = [
  'Metadata',
  'PieceInfo',
  'StructParent',
  'StructParents',
  'AF',
  'Alternates',
  'OPI',
  'Ref',
].map(name);

/** The resource categories that a content stream references by name. */
const CATEGORIES = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading'].map(name);

const RESOURCES = name('Resources');
const NAME_TOKEN = /\/([^\s()<>[\]{}/%]*)/g;

/** The content streams of a page in order; a page may have none. */
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

/** Every name in a content stream: a superset of the used resource names. */
const namesIn = (streams: readonly PDFObject[]): Set<PDFName> => {
  const names = new Set<PDFName>();
  for (const stream of streams)
    for (const [, text = ''] of Buffer.from(decoded(stream)).toString('latin1').matchAll(NAME_TOKEN))
      names.add(name(text));
  return names;
};

const dictOf = (object: PDFObject | undefined): PDFDict | undefined =>
  object instanceof PDFDict ? object : object instanceof PDFStream ? object.dict : undefined;

/** Names used by the streams and by forms without own resources, which inherit those of the page. */
const usedNames = (resources: PDFDict, streams: readonly PDFObject[]): Set<PDFName> => {
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
      for (const inherited of namesIn([form])) names.add(inherited);
      grew = true;
    }
  }
  return names;
};

/**
 * A copy of the resources with only the used entries. Producers often share one dictionary between all pages: a full copy
 * would contain the images of the whole book. Marked-content properties do not draw and are omitted.
 */
const pruned = (resources: PDFDict, streams: readonly PDFObject[]): PDFDict => {
  const used = usedNames(resources, streams);
  const kept = resources.context.obj({});
  for (const category of CATEGORIES) {
    const all = resources.lookup(category);
    if (!(all instanceof PDFDict)) continue;
    const some = resources.context.obj({});
    for (const [key, value] of all.entries()) if (used.has(key)) some.set(key, value);
    kept.set(category, some);
  }
  return kept;
};

/** The streams whose operators use the resources of this dictionary; empty when none do. */
const operatorStreamsOf = (object: PDFObject, dict: PDFDict): PDFObject[] => {
  if (object instanceof PDFStream) return [object];
  const procedures = dict.lookup(name('CharProcs'));
  if (!(procedures instanceof PDFDict)) return [];
  return procedures.keys().flatMap((key) => procedures.lookup(key) ?? []);
};

/** Prunes everything reachable from a page: nested resources and entries that do not draw. */
const cleanReachable = (start: PDFDict): void => {
  const pending: PDFObject[] = [start];
  const seen = new Set<PDFObject>(pending);
  for (let object = pending.pop(); object; object = pending.pop()) {
    const dict = dictOf(object);
    if (dict) {
      const type = dict.lookup(name('Type'));
      if (object !== start && (type === name('Page') || type === name('Pages') || type === name('Catalog')))
        throw new TypeError('a page references other pages of the book');
      for (const key of NON_DRAWING_KEYS) dict.delete(key);
      const resources = object === start ? undefined : dict.lookup(RESOURCES);
      if (resources instanceof PDFDict)
        dict.set(RESOURCES, pruned(resources, operatorStreamsOf(object, dict)));
    }
    const children = dict ? dict.values() : object instanceof PDFArray ? object.asArray() : [];
    for (const child of children) {
      const target = child instanceof PDFRef ? start.context.lookup(child) : child;
      if (!target || seen.has(target)) continue;
      seen.add(target);
      pending.push(target);
    }
  }
};

/**
 * Reduces a page to what is needed to draw it, in place.
 * @throws when the page is not supported
 */
export const prunePage = (page: PDFPageLeaf): void => {
  const streams = contentsOf(page);
  const resources = page.Resources();
  page.set(RESOURCES, resources ? pruned(resources, streams) : page.context.obj({}));
  for (const key of page.keys()) if (!PAGE_KEYS.has(key) && key !== name('Parent')) page.delete(key);
  // Copies inherited attributes into the page before removing the reference to its parent.
  for (const key of ['MediaBox', 'CropBox', 'Rotate'].map(name)) {
    const inherited = page.getInheritableAttribute(key);
    if (inherited && !page.has(key)) page.set(key, inherited);
  }
  page.delete(name('Parent'));
  cleanReachable(page);
};
