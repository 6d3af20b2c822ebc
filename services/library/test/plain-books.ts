import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import {
  column,
  createPdfBuilder,
  each,
  HEIGHT,
  line,
  numbers,
  onlyOwn,
  PAGES,
  type PdfBuilder,
  WIDTH,
} from './pdf-builder.ts';

/** Books that share content between pages but hide nothing: their samples keep the text. */
export const plainBooks: Record<string, (builder: PdfBuilder) => void> = {
  'of plain pages': each(onlyOwn),
  'with frames around the text': each((page) => `q 20 20 360 600 re W n\n${onlyOwn(page)}Q`),
  'with the same ornament and graphics state operators on each page': (builder) => {
    const ornament = builder.form('0 0 1 rg 0 0 40 2 re f 0 4 m 40 4 l S');
    const [open, close] = [builder.stream('q'), builder.stream('Q')];
    for (const page of numbers)
      builder.draw(page, [open, builder.stream(`${onlyOwn(page)}/Ornament Do`), close], {
        XObject: { Ornament: ornament },
      });
  },
  'with a running header': each((page) => `${line(0, 40, 600, 'The Monsoon Register')}${onlyOwn(page)}`),
  'with rotated pages': (builder) => {
    each(onlyOwn)(builder);
    for (const page of numbers) builder.set(page, 'Rotate', 270);
  },
  'with letters drawn as Type 3 glyphs': (builder) => {
    const drawn = builder.object({
      ...{
        Type: 'Font',
        Subtype: 'Type3',
        FontBBox: [0, 0, 1000, 1000],
        FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      },
      ...{ CharProcs: { a: builder.stream('1000 0 0 0 900 900 d1 0 0 900 900 re f') } },
      ...{
        Encoding: { Type: 'Encoding', Differences: [97, 'a'] },
        FirstChar: 97,
        LastChar: 97,
        Widths: [1000],
      },
    });
    for (const page of numbers)
      builder.draw(page, `${onlyOwn(page)}BT /T 12 Tf 40 40 Td (aaa) Tj ET`, {
        Font: { F: builder.font, T: drawn },
      });
  },
};

/** @param useObjectStreams whether to use object streams */
export const bookOf = async (
  make: (builder: PdfBuilder) => void,
  useObjectStreams = false,
): Promise<Uint8Array> => {
  const builder = await createPdfBuilder();
  make(builder);
  return builder.pdf.save({ useObjectStreams });
};

/** A book of plain pages; an incremental update makes all pages show parts of one stream. */
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

/** A book whose pages each show a part of one image. @returns the book and the stored bytes of the image */
export const picturedBook = async (): Promise<{ readonly book: Uint8Array; readonly picture: Buffer }> => {
  const builder = await createPdfBuilder();
  const picture = deflateSync(Buffer.from(Array.from({ length: 64 * 64 }, (_, at) => (at * 7919) % 256)));
  const image = builder.pdf.context.register(
    builder.pdf.context.stream(picture, {
      ...{ Type: 'XObject', Subtype: 'Image', Width: 64, Height: 64, ColorSpace: 'DeviceGray' },
      ...{ BitsPerComponent: 8, Filter: 'FlateDecode' },
    }),
  );
  for (const page of numbers)
    builder.draw(page, `q ${WIDTH} 0 0 ${HEIGHT * PAGES} 0 ${-(PAGES - page) * HEIGHT} cm /All Do Q`, {
      XObject: { All: image },
    });
  return { book: await builder.pdf.save({ useObjectStreams: false }), picture };
};
