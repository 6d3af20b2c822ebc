import { PDFName } from '@cantoo/pdf-lib';
import {
  column,
  each,
  HEIGHT,
  hex,
  inARow,
  line,
  numbers,
  onlyOwn,
  PAGES,
  type PdfBuilder,
  passage,
  spread,
  stacked,
  WIDTH,
  window,
  words,
} from './pdf-builder.ts';

/** Books whose first page contains more than it shows: each exposes text of later pages. */
export const hiddenTextBooks: Record<string, (builder: PdfBuilder) => void> = {
  'one content stream behind crop boxes': (builder) => {
    const shared = builder.stream(column);
    for (const page of numbers) {
      builder.draw(page, shared);
      builder.set(page, 'MediaBox', [0, -HEIGHT * PAGES, WIDTH, HEIGHT]);
      builder.set(page, 'CropBox', [0, -(page - 1) * HEIGHT, WIDTH, HEIGHT - (page - 1) * HEIGHT]);
    }
  },
  'one content stream between translations': (builder) => {
    const shared = builder.stream(column);
    for (const page of numbers)
      builder.draw(page, [
        builder.stream(`q 1 0 0 1 0 ${(page - 1) * HEIGHT} cm`),
        shared,
        builder.stream('Q'),
      ]);
  },
  'one form moved under each page': (builder) =>
    each(
      (page) => window(page, '/All Do'),
      () => ({ XObject: { All: builder.form(column) } }),
    )(builder),
  'one form inside a form of each page': (builder) => {
    const all = builder.form(column);
    for (const page of numbers) {
      const outer = builder.form(window(page, '/All Do'), { Resources: { XObject: { All: all } } });
      builder.draw(page, '/Outer Do', { XObject: { Outer: outer } });
    }
  },
  'one form without resources of its own': (builder) => {
    const all = builder.stream(column, { Type: 'XObject', Subtype: 'Form', BBox: [0, -9000, 9000, 9000] });
    each(
      (page) => window(page, '/All Do'),
      () => ({ XObject: { All: all } }),
    )(builder);
  },
  'halves of a spread, shared': (builder) => {
    const shared = builder.stream(inARow);
    spread(builder, () => shared);
  },
  'halves of a spread, copied': (builder) => spread(builder, () => inARow),
  'halves of a spread, each with a comment of its own': (builder) =>
    spread(builder, (page) => `${inARow}\n% half ${page}`),
  'halves of a spread, in two encodings': (builder) =>
    spread(builder, (page) => {
      if (page % 2 === 0) return builder.stream(inARow);
      const bytes = `${Buffer.from(inARow).toString('hex')}>`;
      return builder.pdf.context.register(builder.pdf.context.stream(bytes, { Filter: 'ASCIIHexDecode' }));
    }),
  'clipped differently on each page': each(
    (page) => `q 0 ${580 - page * 100} ${WIDTH} 60 re W n\n${stacked}Q % ${page}`,
  ),
  'clipped by a triangle': each(
    (page) => `q 0 ${580 - page * 100} m ${WIDTH} ${580 - page * 100} l ${WIDTH} 700 l h W n\n${stacked}Q`,
  ),
  'a form with a box of its own for each page': (builder) => {
    for (const page of numbers) {
      const form = builder.form(stacked, { BBox: [0, 580 - page * 100, WIDTH, 640 - page * 100] });
      builder.draw(page, `/Form Do % ${page}`, { XObject: { Form: form } });
    }
  },
  'invisible text': each((page) => `${onlyOwn(page)}q 3 Tr ${stacked}Q`),
  'text that only clips': each((page) => `${onlyOwn(page)}q 7 Tr ${stacked}Q`),
  'transparent text': each(
    (page) => `${onlyOwn(page)}q /Gone gs ${stacked}Q`,
    () => ({ ExtGState: { Gone: { ca: 0, CA: 0 } } }),
  ),
  'text in a soft mask': (builder) =>
    each(
      (page) => `${onlyOwn(page)}q /Mask gs 0 0 9 9 re f Q`,
      () => ({
        ExtGState: {
          Mask: {
            SMask: {
              S: 'Luminosity',
              G: builder.form(stacked, { Group: { S: 'Transparency', CS: 'DeviceGray' } }),
            },
          },
        },
      }),
    )(builder),
  'text behind a soft mask': (builder) =>
    each(
      (page) => `${onlyOwn(page)}q /Mask gs ${stacked}Q % ${page}`,
      () => ({
        ExtGState: {
          Mask: {
            SMask: {
              S: 'Luminosity',
              G: builder.form('0 g 0 0 1 1 re f', { Group: { S: 'Transparency', CS: 'DeviceGray' } }),
            },
          },
        },
      }),
    )(builder),
  'text in a tiling pattern': (builder) =>
    each(
      (page) => `${onlyOwn(page)}/Pattern cs /Tile scn 0 0 20 20 re f % ${page}`,
      () => ({
        Pattern: {
          Tile: builder.stream(stacked, {
            ...{ Type: 'Pattern', PatternType: 1, PaintType: 1, TilingType: 1 },
            ...{ BBox: [0, 0, 400, 640], XStep: 400, YStep: 640 },
            Resources: { Font: { F: builder.font } },
          }),
        },
      }),
    )(builder),
  'text in a glyph of a Type 3 font': (builder) => {
    const glyph = builder.stream(`1000 0 d0\n${stacked}`);
    const drawn = builder.object({
      ...{
        Type: 'Font',
        Subtype: 'Type3',
        FontBBox: [0, 0, 1000, 1000],
        FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      },
      ...{ CharProcs: { a: glyph }, Encoding: { Type: 'Encoding', Differences: [97, 'a'] } },
      ...{ FirstChar: 97, LastChar: 97, Widths: [1000], Resources: { Font: { F: builder.font } } },
    });
    for (const page of numbers)
      builder.draw(page, `${onlyOwn(page)}BT /T 12 Tf 40 40 Td (a) Tj ET`, {
        Font: { F: builder.font, T: drawn },
      });
  },
  'a visible layer with all pages': (builder) => {
    const layer = builder.object({ Type: 'OCG', Name: 'Text' });
    builder.pdf.catalog.set(
      PDFName.of('OCProperties'),
      builder.pdf.context.obj({ OCGs: [layer], D: { ON: [layer] } }),
    );
    const all = builder.form(column, { OC: layer });
    each(
      (page) => window(page, '/OC /Layer BDC /All Do EMC'),
      () => ({ XObject: { All: all }, Properties: { Layer: layer } }),
    )(builder);
  },
  'the appearance of an annotation on a later page': (builder) => {
    const note = builder.form(line(3, 40, 300));
    each(
      (page) => `${onlyOwn(page)}${page === 1 ? 'q 1 0 0 1 0 9000 cm /Note Do Q' : ''}`,
      () => ({ XObject: { Note: note } }),
    )(builder);
    builder.draw(3, 'q Q');
    builder.set(3, 'Annots', [
      builder.object({ Type: 'Annot', Subtype: 'FreeText', Rect: [0, 0, 400, 640], AP: { N: note } }),
    ]);
  },
  'a form among resources that all pages inherit': (builder) => {
    const all = builder.form(column);
    for (const page of numbers) {
      builder.draw(page, window(page, '/All Do'));
      builder.pages[page - 1]?.node.delete(PDFName.of('Resources'));
    }
    builder.pages[0]?.node
      .Parent()
      ?.set(
        PDFName.of('Resources'),
        builder.pdf.context.obj({ XObject: { All: all }, Font: { F: builder.font } }),
      );
  },
  'rotated pages': (builder) => {
    each((page) => window(page, column))(builder);
    for (const page of numbers) builder.set(page, 'Rotate', 90);
  },
  'pages with a user unit': (builder) => {
    each((page) => window(page, column))(builder);
    for (const page of numbers) builder.set(page, 'UserUnit', 2);
  },
  'an inline image in a shared stream': (builder) => {
    const all = builder.form(`q 9 0 0 9 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u00ff\nEI Q\n${column}`);
    each(
      (page) => window(page, '/All Do'),
      () => ({ XObject: { All: all } }),
    )(builder);
  },
  'text far outside of the page': each(
    (page) => `${onlyOwn(page)}q 1 0 0 1 90000 0 cm ${stacked}Q % ${page}`,
  ),
  'text outside of the page, line by line': each(
    (page) =>
      `${onlyOwn(page)}BT /F 18 Tf 14 TL 40 -20 Td ${numbers.map((n) => `${hex(words(n))} '`).join(' ')} ET % ${page}`,
  ),
  'text in the color of the paper': each(
    (page) =>
      `BT /F 2 Tf 9 300 Td ${hex(passage(page))} Tj ET 1 g ${numbers.map((n) => `BT /F 2 Tf 9 ${100 - n * 9} Td ${hex(passage(n))} Tj ET`).join('\n')}`,
  ),
  'text behind a white box': each(
    (page) =>
      `${numbers.map((n) => `BT /F 2 Tf 9 ${100 - n * 9} Td ${hex(passage(n))} Tj ET`).join('\n')} 1 g 0 0 400 200 re f 0 g BT /F 2 Tf 9 300 Td ${hex(passage(page))} Tj ET`,
  ),
  'a description longer than what it describes': each(
    (page) => `/Span <</ActualText (${numbers.map(passage).join(' ')})>> BDC ${onlyOwn(page)}EMC % ${page}`,
  ),
  'a form of a later page under a key of its own': (builder) => {
    const later = builder.form(stacked);
    const own = builder.form(onlyOwn(1), { Hidden: later });
    each(onlyOwn)(builder);
    builder.draw(1, '/Own Do', { XObject: { Own: own } });
    builder.draw(2, '/Later Do', { XObject: { Later: later } });
  },
};
