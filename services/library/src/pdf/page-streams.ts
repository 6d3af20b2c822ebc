import { createHash } from 'node:crypto';
import {
  decodePDFRawStream,
  PDFArray,
  PDFContentStream,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';

const name = (text: string): PDFName => PDFName.of(text);
const names = (text: string): ReadonlySet<PDFName> => new Set(text.split(' ').map(name));

/** Keys that lead to other pages or to metadata instead of drawn content. */
const NOT_DRAWN = names(
  'Parent P Dest A AA Popup IRT B StructParent StructParents Metadata PieceInfo Thumb OC Properties',
);
/** Keys whose streams contain data (numbers, glyph outlines, pixels) and no operators. */
const DATA_KEYS = names(
  'FontFile FontFile2 FontFile3 ToUnicode Encoding UseCMap CIDToGIDMap CIDSet Function Functions TR TR2 BG BG2 UCR UCR2 HT JBIG2Globals',
);
/** First elements of arrays that define a color space. */
const COLOR_SPACES = names('ICCBased Indexed I Separation DeviceN Lab CalRGB CalGray Pattern');
const [FORM, IMAGE] = [name('Form'), name('Image')];

/** Operators that show text or paint another object, between delimiters. */
const SHOWS_TEXT = /(?:^|[\s)>\]])(?:Tj|TJ|'|")(?=[\s/(<[%]|$)/;
const PAINTS_OBJECT = /(?:^|\s)Do(?=[\s/(<[%]|$)/;
/** A long description of marked content: copying text yields it instead of the drawn text. */
const LONG_DESCRIPTION = /\/(?:ActualText|Alt|E)\s*(?:\([^)]{200}|<[0-9a-fA-F\s]{400})/;
/** Only numbers, names, operators and arrays: without strings, comments and inline data there is no text. */
const PLAIN_GRAPHICS = /^[\w\s.+\-*/[\]]*$/;
const SMALL_GRAPHICS_BYTES = 4_096;

/**
 * `page`: page content. `glyph`: a glyph of a Type 3 font. `hidden`: a soft mask or a pattern cell, which a viewer shows
 * at most in part.
 */
export type Role = 'page' | 'glyph' | 'hidden';

/** The decoded operators of a stream. @throws when a filter is unknown or the bytes are broken */
export const decoded = (stream: PDFObject | undefined): Uint8Array => {
  if (stream instanceof PDFRawStream) return decodePDFRawStream(stream).decode();
  if (stream instanceof PDFContentStream) return stream.getUnencodedContents();
  throw new TypeError('a content stream cannot be read');
};

const operatorsOf = (stream: PDFStream): string => Buffer.from(decoded(stream)).toString('latin1');

/** True when the stream contains text that a viewer does not show as page text. */
export const concealsText = (stream: PDFStream, role: Role): boolean => {
  const operators = operatorsOf(stream);
  if (LONG_DESCRIPTION.test(operators)) return true;
  if (role === 'page') return false;
  if (SHOWS_TEXT.test(operators)) return true;
  // An object painted with inherited resources is not reachable through this stream's own resources.
  return PAINTS_OBJECT.test(operators) && (role === 'glyph' || !stream.dict.has(name('Resources')));
};

/** Lines and short ornaments, which many pages share and which cannot contain text. */
export const isPlainGraphics = (stream: PDFStream): boolean => {
  const operators = operatorsOf(stream);
  return (
    operators.length <= SMALL_GRAPHICS_BYTES &&
    PLAIN_GRAPHICS.test(operators) &&
    !SHOWS_TEXT.test(operators) &&
    !PAINTS_OBJECT.test(operators)
  );
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** Equal for two streams with the same operators, in any compression. */
export const contentHash = (stream: PDFStream): string => sha256(decoded(stream));

/** Equal for two images with the same stored bytes. */
export const imageHash = (stream: PDFStream): string =>
  stream instanceof PDFRawStream ? sha256(stream.contents) : '';

type Step = { readonly object: PDFObject; readonly key: PDFName | null; readonly role: Role };

const isData = ({ dict }: PDFStream, key: PDFName | null): boolean => {
  const isDrawn = dict.lookup(name('Subtype')) === FORM || dict.has(name('PatternType'));
  if (isDrawn || key === name('Contents')) return false;
  return (
    (key !== null && DATA_KEYS.has(key)) || dict.has(name('ShadingType')) || dict.has(name('FunctionType'))
  );
};

const roleIn = (dict: PDFDict, { key, role }: Pick<Step, 'key' | 'role'>): Role => {
  if (role !== 'page') return role;
  if (dict.lookup(name('Subtype')) === name('Type3')) return 'glyph';
  const isMask = key === name('SMask') && dict.has(name('G'));
  return isMask || dict.has(name('PatternType')) ? 'hidden' : 'page';
};

const stepsFrom = (dict: PDFDict, { key, role }: Pick<Step, 'key' | 'role'>): Step[] =>
  dict
    .entries()
    .filter(([childKey]) => !NOT_DRAWN.has(childKey))
    .map(([childKey, object]) => {
      if (key === name('CharProcs')) return { object, key: null, role };
      return { object, key: key !== null && DATA_KEYS.has(key) ? key : childKey, role };
    });

/** The streams that pages use: operator streams with their roles, and images. */
export type PageStreams = {
  readonly content: Map<PDFStream, Role>;
  readonly images: Set<PDFStream>;
};

/** Collects every stream reachable from pages, through any keys. */
export const streamCollector = (context: PDFContext) => {
  const found: PageStreams = { content: new Map(), images: new Set() };
  const seen: Record<Role, Set<PDFObject>> = { page: new Set(), glyph: new Set(), hidden: new Set() };

  const stepsOf = (object: PDFObject, step: Step, root: PDFDict): Step[] => {
    const { key, role } = step;
    if (object instanceof PDFStream) {
      const inner = roleIn(object.dict, step);
      if (object.dict.lookup(name('Subtype')) === IMAGE && key !== name('Contents')) found.images.add(object);
      else if (!isData(object, key) && (found.content.get(object) ?? 'page') === 'page')
        found.content.set(object, inner);
      return stepsFrom(object.dict, { key: null, role: inner });
    }
    if (object instanceof PDFDict) {
      const type = object.lookup(name('Type'));
      const isPage = type === name('Page') || type === name('Pages') || type === name('Catalog');
      return isPage && object !== root ? [] : stepsFrom(object, { key, role: roleIn(object, step) });
    }
    if (!(object instanceof PDFArray)) return [];
    const [first] = object.asArray();
    const isColor = first instanceof PDFName && COLOR_SPACES.has(first);
    return object.asArray().map((child) => ({ object: child, key: isColor ? name('Function') : key, role }));
  };

  return {
    found,
    /** @param root the dictionary of a page or of an annotation */
    add: (root: PDFDict): void => {
      const pending: Step[] = [{ object: root, key: null, role: 'page' }];
      for (let step = pending.pop(); step; step = pending.pop()) {
        const object = step.object instanceof PDFRef ? context.lookup(step.object) : step.object;
        if (!object || seen[step.role].has(object)) continue;
        seen[step.role].add(object);
        pending.push(...stepsOf(object, step, root));
      }
    },
  };
};
