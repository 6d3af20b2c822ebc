import { PDFName } from '@cantoo/pdf-lib';
import {
  column,
  each,
  HEIGHT,
  hex,
  inARow,
  type Kit,
  line,
  numbers,
  onlyOwn,
  PAGES,
  passage,
  spread,
  stacked,
  WIDTH,
  window,
  words,
} from './book-kit.ts';

/** Books whose first page says more than it shows: every one of them gives the words of later pages as text. */
export const windowBooks: Record<string, (kit: Kit) => void> = {
  'one content stream behind crop boxes': (kit) => {
    const shared = kit.stream(column);
    for (const page of numbers) {
      kit.draw(page, shared);
      kit.set(page, 'MediaBox', [0, -HEIGHT * PAGES, WIDTH, HEIGHT]);
      kit.set(page, 'CropBox', [0, -(page - 1) * HEIGHT, WIDTH, HEIGHT - (page - 1) * HEIGHT]);
    }
  },
  'one content stream between moves': (kit) => {
    const shared = kit.stream(column);
    for (const page of numbers)
      kit.draw(page, [kit.stream(`q 1 0 0 1 0 ${(page - 1) * HEIGHT} cm`), shared, kit.stream('Q')]);
  },
  'one form moved under each page': (kit) =>
    each(
      (page) => window(page, '/All Do'),
      () => ({ XObject: { All: kit.form(column) } }),
    )(kit),
  'one form inside a form of each page': (kit) => {
    const all = kit.form(column);
    for (const page of numbers) {
      const outer = kit.form(window(page, '/All Do'), { Resources: { XObject: { All: all } } });
      kit.draw(page, '/Outer Do', { XObject: { Outer: outer } });
    }
  },
  'one form without resources of its own': (kit) => {
    const all = kit.stream(column, { Type: 'XObject', Subtype: 'Form', BBox: [0, -9000, 9000, 9000] });
    each(
      (page) => window(page, '/All Do'),
      () => ({ XObject: { All: all } }),
    )(kit);
  },
  'halves of a spread, shared': (kit) => {
    const shared = kit.stream(inARow);
    spread(kit, () => shared);
  },
  'halves of a spread, copied': (kit) => spread(kit, () => inARow),
  'halves of a spread, each with a remark of its own': (kit) =>
    spread(kit, (page) => `${inARow}\n% half ${page}`),
  'halves of a spread, compressed in two ways': (kit) =>
    spread(kit, (page) => {
      if (page % 2 === 0) return kit.stream(inARow);
      const bytes = `${Buffer.from(inARow).toString('hex')}>`;
      return kit.pdf.context.register(kit.pdf.context.stream(bytes, { Filter: 'ASCIIHexDecode' }));
    }),
  'clipped differently on each page': each(
    (page) => `q 0 ${580 - page * 100} ${WIDTH} 60 re W n\n${stacked}Q % ${page}`,
  ),
  'clipped by a triangle': each(
    (page) => `q 0 ${580 - page * 100} m ${WIDTH} ${580 - page * 100} l ${WIDTH} 700 l h W n\n${stacked}Q`,
  ),
  'a form with a box of its own for each page': (kit) => {
    for (const page of numbers) {
      const form = kit.form(stacked, { BBox: [0, 580 - page * 100, WIDTH, 640 - page * 100] });
      kit.draw(page, `/Form Do % ${page}`, { XObject: { Form: form } });
    }
  },
  'invisible text': each((page) => `${onlyOwn(page)}q 3 Tr ${stacked}Q`),
  'text that only clips': each((page) => `${onlyOwn(page)}q 7 Tr ${stacked}Q`),
  'transparent text': each(
    (page) => `${onlyOwn(page)}q /Gone gs ${stacked}Q`,
    () => ({ ExtGState: { Gone: { ca: 0, CA: 0 } } }),
  ),
  'text in a soft mask': (kit) =>
    each(
      (page) => `${onlyOwn(page)}q /Mask gs 0 0 9 9 re f Q`,
      () => ({
        ExtGState: {
          Mask: {
            SMask: {
              S: 'Luminosity',
              G: kit.form(stacked, { Group: { S: 'Transparency', CS: 'DeviceGray' } }),
            },
          },
        },
      }),
    )(kit),
  'text behind a soft mask': (kit) =>
    each(
      (page) => `${onlyOwn(page)}q /Mask gs ${stacked}Q % ${page}`,
      () => ({
        ExtGState: {
          Mask: {
            SMask: {
              S: 'Luminosity',
              G: kit.form('0 g 0 0 1 1 re f', { Group: { S: 'Transparency', CS: 'DeviceGray' } }),
            },
          },
        },
      }),
    )(kit),
  'text in a tiling pattern': (kit) =>
    each(
      (page) => `${onlyOwn(page)}/Pattern cs /Tile scn 0 0 20 20 re f % ${page}`,
      () => ({
        Pattern: {
          Tile: kit.stream(stacked, {
            ...{ Type: 'Pattern', PatternType: 1, PaintType: 1, TilingType: 1 },
            ...{ BBox: [0, 0, 400, 640], XStep: 400, YStep: 640 },
            Resources: { Font: { F: kit.font } },
          }),
        },
      }),
    )(kit),
  'text in a glyph of a Type 3 font': (kit) => {
    const glyph = kit.stream(`1000 0 d0\n${stacked}`);
    const drawn = kit.object({
      ...{
        Type: 'Font',
        Subtype: 'Type3',
        FontBBox: [0, 0, 1000, 1000],
        FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      },
      ...{ CharProcs: { a: glyph }, Encoding: { Type: 'Encoding', Differences: [97, 'a'] } },
      ...{ FirstChar: 97, LastChar: 97, Widths: [1000], Resources: { Font: { F: kit.font } } },
    });
    for (const page of numbers)
      kit.draw(page, `${onlyOwn(page)}BT /T 12 Tf 40 40 Td (a) Tj ET`, { Font: { F: kit.font, T: drawn } });
  },
  'a visible layer with all pages': (kit) => {
    const layer = kit.object({ Type: 'OCG', Name: 'Text' });
    kit.pdf.catalog.set(
      PDFName.of('OCProperties'),
      kit.pdf.context.obj({ OCGs: [layer], D: { ON: [layer] } }),
    );
    const all = kit.form(column, { OC: layer });
    each(
      (page) => window(page, '/OC /Layer BDC /All Do EMC'),
      () => ({ XObject: { All: all }, Properties: { Layer: layer } }),
    )(kit);
  },
  'an appearance of a note on a later page': (kit) => {
    const note = kit.form(line(3, 40, 300));
    each(
      (page) => `${onlyOwn(page)}${page === 1 ? 'q 1 0 0 1 0 9000 cm /Note Do Q' : ''}`,
      () => ({ XObject: { Note: note } }),
    )(kit);
    kit.draw(3, 'q Q');
    kit.set(3, 'Annots', [
      kit.object({ Type: 'Annot', Subtype: 'FreeText', Rect: [0, 0, 400, 640], AP: { N: note } }),
    ]);
  },
  'a form among resources that all pages inherit': (kit) => {
    const all = kit.form(column);
    for (const page of numbers) {
      kit.draw(page, window(page, '/All Do'));
      kit.pages[page - 1]?.node.delete(PDFName.of('Resources'));
    }
    kit.pages[0]?.node
      .Parent()
      ?.set(PDFName.of('Resources'), kit.pdf.context.obj({ XObject: { All: all }, Font: { F: kit.font } }));
  },
  'pages turned by a quarter': (kit) => {
    each((page) => window(page, column))(kit);
    for (const page of numbers) kit.set(page, 'Rotate', 90);
  },
  'pages in a unit of their own': (kit) => {
    each((page) => window(page, column))(kit);
    for (const page of numbers) kit.set(page, 'UserUnit', 2);
  },
  'an inline picture in a shared stream': (kit) => {
    const all = kit.form(`q 9 0 0 9 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u00ff\nEI Q\n${column}`);
    each(
      (page) => window(page, '/All Do'),
      () => ({ XObject: { All: all } }),
    )(kit);
  },
  'text far away': each((page) => `${onlyOwn(page)}q 1 0 0 1 90000 0 cm ${stacked}Q % ${page}`),
  'text moved away line by line': each(
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
  'a form of a later page under a key of its own': (kit) => {
    const later = kit.form(stacked);
    const own = kit.form(onlyOwn(1), { Hidden: later });
    each(onlyOwn)(kit);
    kit.draw(1, '/Own Do', { XObject: { Own: own } });
    kit.draw(2, '/Later Do', { XObject: { Later: later } });
  },
};
