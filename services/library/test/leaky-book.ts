import { inflateSync } from 'node:zlib';
import {
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  type PDFRef,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';

/** A marker for the content of page `page` in the place `where`; `sentinelsIn` finds it. */
const sentinel = (where: string, page: number): string =>
  `SENTINEL${where}${String(page).padStart(2, '0')}END`;

/** A PDF as text: the raw bytes, the inflated streams and the decoded hex strings. */
const textOf = (pdf: Uint8Array): string => {
  const bytes = Buffer.from(pdf);
  const raw = bytes.toString('latin1');
  const inflated = [...raw.matchAll(/stream\r?\n/g)].map((match) => {
    const start = match.index + match[0].length;
    try {
      return inflateSync(bytes.subarray(start, raw.indexOf('endstream', start)), { finishFlush: 2 }).toString(
        'latin1',
      );
    } catch {
      return '';
    }
  });
  const all = [raw, ...inflated].join('\n');
  const hex = [...all.matchAll(/<([0-9A-Fa-f\s]+)>/g)].map(([, digits = '']) =>
    Buffer.from(digits.replace(/\s/g, ''), 'hex').toString('latin1').replaceAll('\0', ''),
  );
  return [all, ...hex].join('\n');
};

/** The distinct sentinels in a PDF, sorted: `TEXT02`, `NOTE20`, … */
export const sentinelsIn = (pdf: Uint8Array): string[] =>
  [...new Set([...textOf(pdf).matchAll(/SENTINEL([A-Z]+\d{2,})END/g)].map(([, what = '']) => what))].sort();

const link = (pdf: PDFDocument, target: PDFPage): PDFRef =>
  pdf.context.register(
    pdf.context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [40, 280, 300, 320],
      Dest: [target.ref, PDFName.of('Fit')],
    }),
  );

const form = (pdf: PDFDocument, text: string, more: Record<string, PDFObject> = {}): PDFRef => {
  const stream = pdf.context.stream(`% ${text}\n0 0 10 10 re f`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 100, 100],
    ...more,
  });
  return pdf.context.register(stream);
};

const addOutline = (pdf: PDFDocument, pages: readonly PDFPage[]): void => {
  const outlines = pdf.context.nextRef();
  const last = pages.at(-1);
  const item = pdf.context.register(
    pdf.context.obj({
      Title: PDFHexString.fromText(sentinel('OUTLINE', pages.length)),
      Parent: outlines,
      Dest: [last?.ref ?? outlines, PDFName.of('Fit')],
    }),
  );
  pdf.context.assign(outlines, pdf.context.obj({ Type: 'Outlines', First: item, Last: item, Count: 1 }));
  pdf.catalog.set(PDFName.of('Outlines'), outlines);
};

const addStructure = (pdf: PDFDocument, pages: readonly PDFPage[]): void => {
  const elements = pages.map((page, index) =>
    pdf.context.register(
      pdf.context.obj({ S: 'P', Pg: page.ref, ActualText: PDFString.of(sentinel('STRUCT', index + 1)) }),
    ),
  );
  pdf.catalog.set(PDFName.of('StructTreeRoot'), pdf.context.obj({ Type: 'StructTreeRoot', K: elements }));
  for (const [index, page] of pages.entries())
    page.node.set(PDFName.of('StructParents'), pdf.context.obj(index));
};

/** All pages share one resource dictionary, as many producers write it; each page uses its own entries only. */
const shareResources = (pdf: PDFDocument, pages: readonly PDFPage[], font: PDFFont): void => {
  const everyForm = Object.fromEntries(
    pages.map((_, index) => [`Deep${index + 1}`, form(pdf, sentinel('DEEP', index + 1))]),
  );
  const nested = pdf.context.register(pdf.context.obj({ XObject: everyForm }));
  const forms = pages.map((_, index) =>
    form(pdf, `${sentinel('FORM', index + 1)}\n/Deep${index + 1} Do`, {
      Resources: nested,
      PieceInfo: pdf.context.obj({ Notes: PDFString.of(sentinel('PIECE', 20)) }),
      StructParent: pdf.context.obj(index),
    }),
  );
  const marks = pages.map((_, index) =>
    pdf.context.obj({ ActualText: PDFString.of(sentinel('MARK', index + 1)) }),
  );
  const named = (prefix: string, values: readonly PDFObject[]) =>
    pdf.context.obj(Object.fromEntries(values.map((value, index) => [`${prefix}${index + 1}`, value])));
  const shared = pdf.context.register(
    pdf.context.obj({
      Font: { Helv: font.ref },
      XObject: named('Page', forms),
      Properties: named('Mark', marks),
    }),
  );
  for (const [index, page] of pages.entries()) {
    const text = Buffer.from(sentinel('TEXT', index + 1)).toString('hex');
    const content = `/Span /Mark${index + 1} BDC BT /Helv 18 Tf 40 300 Td <${text}> Tj ET EMC /Page${index + 1} Do`;
    page.node.delete(PDFName.of('Resources'));
    page.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(content)));
  }
  pages[0]?.node.Parent()?.set(PDFName.of('Resources'), shared);
};

/** A book with every common feature that leaks content of later pages or metadata when first pages are copied. */
export const leakyBook = async (count = 20): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const pages = Array.from({ length: count }, () => pdf.addPage([400, 640]));
  shareResources(pdf, pages, font);
  addOutline(pdf, pages);
  addStructure(pdf, pages);
  const [first] = pages;
  const last = pages.at(-1);
  if (!first || !last) throw new Error('a book has pages');
  pdf.setTitle(sentinel('TITLE', count));
  pdf.setAuthor(sentinel('AUTHOR', count));
  await pdf.attach(Buffer.from(sentinel('ATTACHED', count)), 'notes.txt', { mimeType: 'text/plain' });
  pdf.addJavaScript('greet', `app.alert("${sentinel('SCRIPT', count)}")`);
  const field = pdf.getForm().createTextField('name');
  field.setText(sentinel('FIELD', count));
  field.addToPage(first, { x: 40, y: 40 });
  for (const target of [last, pages[14] ?? last]) first.node.addAnnot(link(pdf, target));
  const note = pdf.context.obj({
    Type: 'Annot',
    Subtype: 'Text',
    Contents: PDFString.of(sentinel('NOTE', count)),
  });
  first.node.addAnnot(pdf.context.register(note));
  const action = { S: 'JavaScript', JS: PDFString.of(sentinel('ACTION', count)) };
  first.node.set(PDFName.of('AA'), pdf.context.obj({ O: action }));
  first.node.set(PDFName.of('Metadata'), pdf.context.register(pdf.context.stream(sentinel('XMP', count))));
  first.node.set(PDFName.of('PieceInfo'), pdf.context.obj({ X: PDFString.of(sentinel('PAGEPIECE', count)) }));
  first.node.set(PDFName.of('B'), pdf.context.obj([pdf.context.obj({ T: last.ref })]));
  return pdf.save();
};
