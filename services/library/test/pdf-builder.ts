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

/** What page `page` says, the same way as in `leaky-book.ts`, so that `sentinelsIn` finds it. */
export const words = (page: number): string => `SENTINELTEXT${String(page).padStart(2, '0')}END`;
export const hex = (text: string): string => `<${Buffer.from(text, 'latin1').toString('hex')}>`;
/** A line of text at a place. */
export const line = (page: number, x: number, y: number, text = words(page)): string =>
  `BT /F 18 Tf 1 0 0 1 ${x} ${y} Tm ${hex(text)} Tj ET\n`;
export const numbers = Array.from({ length: PAGES }, (_, index) => index + 1);
/** The whole book as one column: page n stands n - 1 pages below the first. */
export const column = numbers.map((page) => line(page, 40, 300 - (page - 1) * HEIGHT)).join('');
/** The whole book on one page, a line for each page. */
export const stacked = numbers.map((page) => line(page, 40, 600 - page * 100)).join('');
/** A passage of more than a hundred letters that page `page` says. */
export const passage = (page: number): string =>
  `${words(page)} ${'the rain came in over the courtyard and the radio sang of leaving '.repeat(3)}${page}`;

type Literal = Readonly<Record<string, unknown>>;

export type Kit = {
  readonly pdf: PDFDocument;
  readonly pages: readonly PDFPage[];
  readonly stream: (content: string, dict?: Literal) => PDFRef;
  readonly object: (content: Literal | readonly unknown[]) => PDFRef;
  readonly form: (content: string, dict?: Literal) => PDFRef;
  /** Gives a page its content and resources; the font is always there. */
  readonly draw: (page: number, content: string | PDFRef | readonly PDFRef[], resources?: Literal) => void;
  readonly set: (page: number, key: string, value: unknown) => void;
  readonly font: PDFRef;
};

export const kitOf = async (): Promise<Kit> => {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const pages = numbers.map(() => pdf.addPage([WIDTH, HEIGHT]));
  const font = (await pdf.embedFont(StandardFonts.Helvetica)).ref;
  // strange on purpose: the type of PDF literals is narrower than what books hold
  const literal = (content: unknown): PDFObject => pdf.context.obj(content as Record<string, string>);
  const stream: Kit['stream'] = (content, dict = {}) =>
    pdf.context.register(pdf.context.flateStream(content, dict as Record<string, string>));
  const nodeOf = (page: number) => {
    const found = pages[page - 1];
    if (!found) throw new Error('no such page');
    return found.node;
  };
  const set: Kit['set'] = (page, key, value) => nodeOf(page).set(PDFName.of(key), literal(value));
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

/** Moves the page over the column so that its own line is in view. */
export const window = (page: number, inner: string): string =>
  `q 1 0 0 1 0 ${(page - 1) * HEIGHT} cm ${inner} Q\n`;

/** Draws each page with what `content` answers for it. */
export const each =
  (content: (page: number) => string, resources?: (kit: Kit) => Literal) =>
  (kit: Kit): void => {
    const shared = resources?.(kit);
    for (const page of numbers) kit.draw(page, content(page), shared);
  };

export const spread = (kit: Kit, content: (page: number) => string | PDFRef): void => {
  for (const page of numbers) {
    kit.draw(page, content(page));
    kit.set(page, 'MediaBox', [0, 0, WIDTH * PAGES, HEIGHT]);
    kit.set(page, 'CropBox', [(page - 1) * WIDTH, 0, page * WIDTH, HEIGHT]);
  }
};
export const inARow = numbers.map((page) => line(page, 40 + (page - 1) * WIDTH, 300)).join('');
export const onlyOwn = (page: number): string => line(page, 40, 300);
