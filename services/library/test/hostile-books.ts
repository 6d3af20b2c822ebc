import { deflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { leakyBook } from './leaky-book.ts';

const PAGES = 20;
/** What no sample may hold: said by something that is no ink of its pages. */
const secret = (how: string): string => `SENTINEL${how}${PAGES}END`;

type Book = {
  readonly pdf: PDFDocument;
  readonly first: PDFPage;
  readonly last: PDFPage;
  /** Keeps an object of its own. */
  readonly keep: (content: Readonly<Record<string, unknown>> | readonly unknown[]) => PDFRef;
  readonly set: (dict: PDFDict, key: string, value: PDFObject) => void;
};

const name = (text: string) => PDFName.of(text);
const text = (how: string) => PDFString.of(secret(how));

/** Ways of books to carry more than their pages show, each put into a book that has all the usual ones already. */
export const ways: Record<string, (book: Book) => void> = {
  'nothing more': () => undefined,
  'a table of contents with links to all pages': ({ pdf, first, keep }) => {
    for (const page of pdf.getPages()) {
      const link = {
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 9, 9],
        Dest: [page.ref, 'Fit'],
        Contents: text('LINK'),
      };
      first.node.addAnnot(keep(link));
    }
  },
  'links that act': ({ first, last, keep }) => {
    const act = { S: 'GoTo', D: [last.ref, 'Fit'], Next: { S: 'URI', URI: text('URI') } };
    first.node.addAnnot(keep({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: act }));
  },
  'links to other files': ({ first, keep }) => {
    for (const S of ['GoToR', 'GoToE', 'Launch'])
      first.node.addAnnot(
        keep({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: { S, F: text('OTHERFILE') } }),
      );
  },
  'a file attached to its first page': ({ pdf, first, keep }) => {
    const file = pdf.context.register(pdf.context.stream(secret('PAGEFILE'), { Type: 'EmbeddedFile' }));
    const spec = keep({ Type: 'Filespec', F: text('FILENAME'), EF: { F: file } });
    first.node.addAnnot(keep({ Type: 'Annot', Subtype: 'FileAttachment', Rect: [0, 0, 9, 9], FS: spec }));
  },
  'sound and film on its first page': ({ pdf, first, keep }) => {
    const sound = pdf.context.register(pdf.context.stream(secret('SOUND'), { Type: 'Sound' }));
    for (const Subtype of ['Sound', 'Movie', 'Screen', 'RichMedia', '3D'])
      first.node.addAnnot(keep({ Type: 'Annot', Subtype, Rect: [0, 0, 9, 9], Sound: sound }));
  },
  'a portfolio': ({ pdf, keep, set }) =>
    set(pdf.catalog, 'Collection', keep({ Type: 'Collection', D: text('PORTFOLIO') })),
  'a form in XFA': ({ pdf, keep, set }) => {
    const xfa = pdf.context.register(pdf.context.stream(`<xdp>${secret('XFA')}</xdp>`));
    set(pdf.catalog, 'AcroForm', keep({ XFA: xfa, Fields: [] }));
  },
  'fields with values and scripts': ({ pdf, first, keep, set }) => {
    const script = { S: 'JavaScript', JS: text('FIELDSCRIPT') };
    const field = keep({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Tx',
      T: text('FIELDNAME'),
      V: text('VALUE'),
      AA: { K: script },
    });
    first.node.addAnnot(field);
    set(pdf.catalog, 'AcroForm', keep({ Fields: [field] }));
  },
  'a script when it opens': ({ pdf, keep, set }) =>
    set(pdf.catalog, 'OpenAction', keep({ S: 'JavaScript', JS: text('OPENING') })),
  'a page to open at': ({ pdf, last, keep, set }) => set(pdf.catalog, 'OpenAction', keep([last.ref, 'Fit'])),
  'named destinations': ({ pdf, last, keep, set }) => {
    set(pdf.catalog, 'Dests', keep({ [secret('DEST')]: [last.ref, 'Fit'] }));
  },
  'page templates': ({ pdf, last, keep, set }) =>
    set(pdf.catalog, 'Names', keep({ Templates: { Names: [text('TEMPLATE'), last.ref] } })),
  'labels of pages': ({ pdf, keep, set }) =>
    set(pdf.catalog, 'PageLabels', keep({ Nums: [0, { P: text('LABEL') }] })),
  'metadata of the whole': ({ pdf, set }) =>
    set(pdf.catalog, 'Metadata', pdf.context.register(pdf.context.stream(secret('METADATA')))),
  'a small picture of a later page': ({ pdf, first, set }) =>
    set(first.node, 'Thumb', pdf.context.register(pdf.context.stream(secret('THUMB'), { Subtype: 'Image' }))),
  'associated files': ({ pdf, first, keep, set }) => {
    const file = pdf.context.register(pdf.context.stream(secret('ASSOCIATED')));
    set(first.node, 'AF', keep([{ Type: 'Filespec', EF: { F: file } }]));
  },
  'threads of articles': ({ pdf, first, last, keep, set }) => {
    const bead = keep({ Type: 'Bead', P: last.ref, T: { I: { Title: text('THREAD') } } });
    set(pdf.catalog, 'Threads', keep([bead]));
    set(first.node, 'B', keep([bead]));
  },
  'a signature': ({ pdf, keep, set }) =>
    set(pdf.catalog, 'Perms', keep({ DocMDP: { Type: 'Sig', Reason: text('SIGNATURE') } })),
  'layers that are shown': ({ pdf, keep, set }) => {
    const layer = keep({ Type: 'OCG', Name: text('LAYER') });
    set(pdf.catalog, 'OCProperties', keep({ OCGs: [layer], D: { ON: [layer] } }));
  },
  'layers that are hidden': ({ pdf, keep, set }) => {
    const layer = keep({ Type: 'OCG', Name: text('HIDDEN') });
    set(pdf.catalog, 'OCProperties', keep({ OCGs: [layer], D: { OFF: [layer] } }));
  },
  'unused pictures of later pages beside the used ones': ({ pdf, first }) => {
    const unused = pdf.context.register(
      pdf.context.stream(secret('UNUSED'), { Subtype: 'Form', BBox: [0, 0, 9, 9] }),
    );
    const shared = first.node.Resources()?.lookupMaybe(name('XObject'), PDFDict);
    shared?.set(name('Unused'), unused);
  },
  'other kinds of a used picture': ({ pdf, first, keep, set }) => {
    const other = pdf.context.register(pdf.context.stream(secret('ALTERNATE'), { Subtype: 'Image' }));
    const shared = first.node.Resources()?.lookupMaybe(name('XObject'), PDFDict);
    const used = shared?.lookup(name('Page1')) as { dict: PDFDict } | undefined;
    if (used) set(used.dict, 'Alternates', keep([{ Image: other }]));
  },
  'contents in many parts': ({ pdf, first }) => {
    const own = first.node.Contents();
    const parts = pdf.context.obj([]);
    if (own) parts.push(pdf.context.getObjectRef(own) ?? own);
    parts.push(pdf.context.register(pdf.context.flateStream('0 0 1 1 re f')));
    first.node.set(name('Contents'), parts);
  },
  'a first page that calls a later one its parent': ({ first, last, set }) =>
    set(first.node, 'Parent', last.ref),
  'a first page that holds a later one as a resource': ({ first, last }) => {
    const shared = first.node.Resources()?.lookupMaybe(name('XObject'), PDFDict);
    shared?.set(name('Page1'), last.ref);
  },
  'hidden pages that are in no tree': ({ pdf }) => {
    const ink = pdf.context.register(pdf.context.flateStream(`% ${secret('ORPHAN')}`));
    pdf.context.register(pdf.context.obj({ Type: 'Page', MediaBox: [0, 0, 9, 9], Contents: ink }));
  },
};

/** The book with one way more, its objects packed or not. */
const withWay = async (way: (book: Book) => void, useObjectStreams: boolean): Promise<Uint8Array> => {
  const pdf = await PDFDocument.load(await leakyBook(PAGES));
  const pages = pdf.getPages();
  const [first, last] = [pages[0], pages.at(-1)];
  if (!first || !last) throw new Error('a book has pages');
  way({
    pdf,
    first,
    last,
    // strange on purpose: the type of PDF literals is narrower than what books hold
    keep: (content) => pdf.context.register(pdf.context.obj(content as Record<string, string>)),
    set: (dict, key, value) => dict.set(name(key), value),
  });
  return pdf.save({ useObjectStreams });
};

const plain = async (pages = PAGES): Promise<Buffer> =>
  Buffer.from(await (await PDFDocument.load(await leakyBook(pages))).save({ useObjectStreams: false }));

const encrypted = async (userPassword: string): Promise<Uint8Array> => {
  const pdf = await PDFDocument.load(await leakyBook(PAGES));
  pdf.encrypt({ userPassword, ownerPassword: 'owner' });
  return pdf.save();
};

const appended = async (): Promise<Uint8Array> => {
  const pdf = await PDFDocument.load(await leakyBook(PAGES), { forIncrementalUpdate: true });
  pdf.removePage(1);
  pdf.setSubject(secret('SUBJECT'));
  return pdf.save();
};

const nestedTree = async (): Promise<Uint8Array> => {
  const pdf = await PDFDocument.load(await leakyBook(PAGES));
  const root = pdf.catalog.Pages();
  const kids = root.lookup(name('Kids'), PDFArray).asArray();
  const groups = [kids.slice(0, 7), kids.slice(7)].map((some) => {
    const group = pdf.context.obj({ Type: 'Pages', Kids: some, Count: some.length });
    const resources = root.get(name('Resources'));
    if (resources) group.set(name('Resources'), resources);
    const ref = pdf.context.register(group);
    for (const kid of some) (pdf.context.lookup(kid) as PDFDict).set(name('Parent'), ref);
    return ref;
  });
  root.set(name('Kids'), pdf.context.obj(groups));
  return pdf.save({ useObjectStreams: false });
};

const patched = async (from: string | RegExp, to: string): Promise<Buffer> =>
  Buffer.from((await plain()).toString('latin1').replace(from, to), 'latin1');

/** Every book by what is strange about it, with the number of pages the catalogue says it has. */
export const strangeBooks: readonly [what: string, make: () => Promise<Uint8Array>, pages: number][] = [
  ...Object.entries(ways).flatMap(([what, way]): [string, () => Promise<Uint8Array>, number][] => [
    [what, () => withWay(way, false), PAGES],
    [`${what}, packed`, () => withWay(way, true), PAGES],
  ]),
  ['of one page', () => leakyBook(1), 1],
  ['of two pages', () => leakyBook(2), 2],
  ['of 2,000 pages', () => leakyBook(2_000), 2_000],
  ['of fewer pages than the catalogue says', () => leakyBook(PAGES), 200],
  ['of more pages than the catalogue says', () => leakyBook(200), PAGES],
  ['encrypted with a password', () => encrypted('secret'), PAGES],
  ['encrypted without a password', () => encrypted(''), PAGES],
  ['changed by appending', appended, PAGES],
  ['with a tree of pages', nestedTree, PAGES],
  ['with a wrong number in its tree', () => patched(/\/Count 20/, '/Count 02'), PAGES],
  ['with a broken table', () => patched(/startxref\n\d+/, 'startxref\n7'), PAGES],
  ['with a filter nobody knows', () => patched(/\/Filter \/FlateDecode/g, '/Filter /NobodyDecode'), PAGES],
  ['cut off in the middle', async () => (await plain()).subarray(0, 9_000), PAGES],
  ['without its end', async () => (await plain()).subarray(0, -300), PAGES],
  ['behind other bytes', async () => Buffer.concat([Buffer.from('x'.repeat(700)), await plain()]), PAGES],
  ['before other bytes', async () => Buffer.concat([await plain(), Buffer.from(secret('TRAILING'))]), PAGES],
  ['twice in one file', async () => Buffer.concat([await plain(), await plain(9)]), PAGES],
  ['that is a picture', async () => deflateSync(Buffer.from(secret('PICTURE'))), PAGES],
  ['that is empty', async () => Buffer.alloc(0), PAGES],
];
