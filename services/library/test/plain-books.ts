import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { column, each, HEIGHT, type Kit, kitOf, line, numbers, onlyOwn, PAGES, WIDTH } from './book-kit.ts';

/** The same kinds of sharing in books that hide nothing: their samples stay text. */
export const honestBooks: Record<string, (kit: Kit) => void> = {
  'of plain pages': each(onlyOwn),
  'with frames around the text': each((page) => `q 20 20 360 600 re W n\n${onlyOwn(page)}Q`),
  'with the same ornament and the same small steps on each page': (kit) => {
    const ornament = kit.form('0 0 1 rg 0 0 40 2 re f 0 4 m 40 4 l S');
    const [open, close] = [kit.stream('q'), kit.stream('Q')];
    for (const page of numbers)
      kit.draw(page, [open, kit.stream(`${onlyOwn(page)}/Ornament Do`), close], {
        XObject: { Ornament: ornament },
      });
  },
  'with a running header': each((page) => `${line(0, 40, 600, 'The Monsoon Register')}${onlyOwn(page)}`),
  'with pages turned by a quarter': (kit) => {
    each(onlyOwn)(kit);
    for (const page of numbers) kit.set(page, 'Rotate', 270);
  },
  'with letters drawn as Type 3 glyphs': (kit) => {
    const drawn = kit.object({
      ...{
        Type: 'Font',
        Subtype: 'Type3',
        FontBBox: [0, 0, 1000, 1000],
        FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      },
      ...{ CharProcs: { a: kit.stream('1000 0 0 0 900 900 d1 0 0 900 900 re f') } },
      ...{
        Encoding: { Type: 'Encoding', Differences: [97, 'a'] },
        FirstChar: 97,
        LastChar: 97,
        Widths: [1000],
      },
    });
    for (const page of numbers)
      kit.draw(page, `${onlyOwn(page)}BT /T 12 Tf 40 40 Td (aaa) Tj ET`, {
        Font: { F: kit.font, T: drawn },
      });
  },
};

/** @param useObjectStreams whether objects are packed into streams */
export const bookOf = async (make: (kit: Kit) => void, useObjectStreams = false): Promise<Uint8Array> => {
  const kit = await kitOf();
  make(kit);
  return kit.pdf.save({ useObjectStreams });
};

/** A book of plain pages that a later revision of the file turns into windows on one stream. */
export const appendedBook = async (): Promise<Uint8Array> => {
  const plain = await bookOf(each(onlyOwn));
  const pdf = await PDFDocument.load(plain, { forIncrementalUpdate: true, updateMetadata: false });
  const shared = pdf.context.register(pdf.context.flateStream(column));
  for (const [index, page] of pdf.getPages().entries()) {
    const move = pdf.context.register(pdf.context.flateStream(`1 0 0 1 0 ${index * HEIGHT} cm `));
    page.node.set(PDFName.of('Contents'), pdf.context.obj([move, shared]));
  }
  return pdf.save();
};

/** One picture of which each page shows a part; answers the picture's stored bytes too. */
export const picturedBook = async (): Promise<{ readonly book: Uint8Array; readonly picture: Buffer }> => {
  const kit = await kitOf();
  const picture = deflateSync(Buffer.from(Array.from({ length: 64 * 64 }, (_, at) => (at * 7919) % 256)));
  const image = kit.pdf.context.register(
    kit.pdf.context.stream(picture, {
      ...{ Type: 'XObject', Subtype: 'Image', Width: 64, Height: 64, ColorSpace: 'DeviceGray' },
      ...{ BitsPerComponent: 8, Filter: 'FlateDecode' },
    }),
  );
  for (const page of numbers)
    kit.draw(page, `q ${WIDTH} 0 0 ${HEIGHT * PAGES} 0 ${-(PAGES - page) * HEIGHT} cm /All Do Q`, {
      XObject: { All: image },
    });
  return { book: await kit.pdf.save({ useObjectStreams: false }), picture };
};
