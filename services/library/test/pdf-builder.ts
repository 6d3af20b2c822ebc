import {
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  type PDFRef,
  StandardFonts,
} from '@cantoo/pdf-lib';

export const PAGES = 4;
export const WIDTH = 400;
export const HEIGHT = 640;

/** The sentinel of page `page`, in the format of `leaky-book.ts`, so that `sentinelsIn` finds it. */
export const words = (page: number): string => `SENTINELTEXT${String(page).padStart(2, '0')}END`;
export const hex = (text: string): string => `<${Buffer.from(text, 'latin1').toString('hex')}>`;
/** The operators for a line of text at a position. */
export const line = (page: number, x: number, y: number, text = words(page)): string =>
  `BT /F 18 Tf 1 0 0 1 ${x} ${y} Tm ${hex(text)} Tj ET\n`;
export const numbers = Array.from({ length: PAGES }, (_, index) => index + 1);
/** All pages in one column: page n is n - 1 page heights below the first. */
export const column = numbers.map((page) => line(page, 40, 300 - (page - 1) * HEIGHT)).join('');
/** All pages on one page, one line for each. */
export const stacked = numbers.map((page) => line(page, 40, 600 - page * 100)).join('');
/** A passage of more than 100 letters that belongs to page `page`. */
export const passage = (page: number): string =>
  `${words(page)} ${'the rain came in over the courtyard and the radio sang of leaving '.repeat(3)}${page}`;

type Literal = Readonly<Record<string, unknown>>;

export type PdfBuilder = {
  readonly pdf: PDFDocument;
  readonly pages: readonly PDFPage[];
  readonly stream: (content: string, dict?: Literal) => PDFRef;
  readonly object: (content: Literal | readonly unknown[]) => PDFRef;
  readonly form: (content: string, dict?: Literal) => PDFRef;
  /** Sets the content and resources of a page; the font is always included. */
  readonly draw: (page: number, content: string | PDFRef | readonly PDFRef[], resources?: Literal) => void;
  readonly set: (page: number, key: string, value: unknown) => void;
  readonly font: PDFRef;
};

export const createPdfBuilder = async (): Promise<PdfBuilder> => {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const pages = numbers.map(() => pdf.addPage([WIDTH, HEIGHT]));
  const font = (await pdf.embedFont(StandardFonts.Helvetica)).ref;
  // The declared type of PDF literals is narrower than the objects needed here.
  const literal = (content: unknown): PDFObject => pdf.context.obj(content as Record<string, string>);
  const stream: PdfBuilder['stream'] = (content, dict = {}) =>
    pdf.context.register(pdf.context.flateStream(content, dict as Record<string, string>));
  const nodeOf = (page: number) => {
    const found = pages[page - 1];
    if (!found) throw new Error('no such page');
    return found.node;
  };
  const set: PdfBuilder['set'] = (page, key, value) => nodeOf(page).set(PDFName.of(key), literal(value));
  const fonts = { F: font };
  return {
    pdf,
    pages,
    stream,
    set,
    font,
    object: (content) => pdf.context.register(literal(content)),
    form: (content, dict = {}) =>
      stream(content, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [-9000, -9000, 9000, 9000],
        Resources: { Font: fonts },
        ...dict,
      }),
    draw: (page, content, resources = {}) => {
      const ref = typeof content === 'string' ? stream(content) : content;
      nodeOf(page).set(PDFName.of('Contents'), Array.isArray(ref) ? literal(ref) : (ref as PDFRef));
      nodeOf(page).set(PDFName.of('Resources'), literal({ Font: fonts, ...resources }));
    },
  };
};

/** Translates the column so that the page's own line is visible. */
export const window = (page: number, inner: string): string =>
  `q 1 0 0 1 0 ${(page - 1) * HEIGHT} cm ${inner} Q\n`;

/** Draws each page with the operators that `content` returns for it. */
export const each =
  (content: (page: number) => string, resources?: (builder: PdfBuilder) => Literal) =>
  (builder: PdfBuilder): void => {
    const shared = resources?.(builder);
    for (const page of numbers) builder.draw(page, content(page), shared);
  };

export const spread = (builder: PdfBuilder, content: (page: number) => string | PDFRef): void => {
  for (const page of numbers) {
    builder.draw(page, content(page));
    builder.set(page, 'MediaBox', [0, 0, WIDTH * PAGES, HEIGHT]);
    builder.set(page, 'CropBox', [(page - 1) * WIDTH, 0, page * WIDTH, HEIGHT]);
  }
};
export const inARow = numbers.map((page) => line(page, 40 + (page - 1) * WIDTH, 300)).join('');
export const onlyOwn = (page: number): string => line(page, 40, 300);
