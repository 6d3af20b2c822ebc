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

/** Keys that lead away from what a page draws, into other pages or into descriptions. */
const NOT_DRAWN = names(
  'Parent P Dest A AA Popup IRT B StructParent StructParents Metadata PieceInfo Thumb OC Properties',
);
/** Keys whose streams hold numbers, shapes of letters or pixels, and no operators. */
const DATA_KEYS = names(
  'FontFile FontFile2 FontFile3 ToUnicode Encoding UseCMap CIDToGIDMap CIDSet Function Functions TR TR2 BG BG2 UCR UCR2 HT JBIG2Globals',
);
/** First elements of arrays that define a color space. */
const COLOR_SPACES = names('ICCBased Indexed I Separation DeviceN Lab CalRGB CalGray Pattern');
const [FORM, IMAGE] = [name('Form'), name('Image')];

/** Operators that show text or paint another object, behind a delimiter and before one. */
const SHOWS_TEXT = /(?:^|[\s)>\]])(?:Tj|TJ|'|")(?=[\s/(<[%]|$)/;
const PAINTS_OBJECT = /(?:^|\s)Do(?=[\s/(<[%]|$)/;
/** A description beside marked content that is longer than a line: copying text takes it instead of what is drawn. */
const LONG_DESCRIPTION = /\/(?:ActualText|Alt|E)\s*(?:\([^)]{200}|<[0-9a-fA-F\s]{400})/;
/** Numbers, names, operators and arrays: without strings, comments and inline data there is no text. */
const PLAIN_GRAPHICS = /^[\w\s.+\-*/[\]]*$/;
const SMALL_GRAPHICS_BYTES = 4_096;

/**
 * `page`: drawn as the page itself. `glyph`: the shape of a letter of a Type 3 font. `hidden`: a soft mask or the cell
 * of a pattern, of which a viewer shows parts at most.
 */
export type Role = 'page' | 'glyph' | 'hidden';

/** Decoded operators of a stream. @throws when its filters are unknown or its bytes are broken. */
export const decoded = (stream: PDFObject | undefined): Uint8Array => {
  if (stream instanceof PDFRawStream) return decodePDFRawStream(stream).decode();
  if (stream instanceof PDFContentStream) return stream.getUnencodedContents();
  throw new TypeError('a content stream can not be read');
};

const operatorsOf = (stream: PDFStream): string => Buffer.from(decoded(stream)).toString('latin1');

/** Text in a place where a viewer does not show it as text of the page. */
export const concealsText = (stream: PDFStream, role: Role): boolean => {
  const operators = operatorsOf(stream);
  if (LONG_DESCRIPTION.test(operators)) return true;
  if (role === 'page') return false;
  if (SHOWS_TEXT.test(operators)) return true;
  // An object that is painted with borrowed resources is not found by walking this stream's own.
  return PAINTS_OBJECT.test(operators) && (role === 'glyph' || !stream.dict.has(name('Resources')));
};

/** Lines and short ornaments, which many pages share; they can not hold what a later page says. */
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

/** Equal for two streams with the same operators, however each is compressed. */
export const contentMark = (stream: PDFStream): string => sha256(decoded(stream));

/** Equal for two images with the same stored bytes. */
export const imageMark = (stream: PDFStream): string =>
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

/** What pages draw with: streams of operators with their roles, and images. */
export type PageStreams = {
  readonly content: Map<PDFStream, Role>;
  readonly images: Set<PDFStream>;
};

/** Collects every stream that pages reach, whatever the keys on the way are called. */
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
      const waiting: Step[] = [{ object: root, key: null, role: 'page' }];
      for (let step = waiting.pop(); step; step = waiting.pop()) {
        const object = step.object instanceof PDFRef ? context.lookup(step.object) : step.object;
        if (!object || seen[step.role].has(object)) continue;
        seen[step.role].add(object);
        waiting.push(...stepsOf(object, step, root));
      }
    },
  };
};
