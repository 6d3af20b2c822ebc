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
/** A sentinel outside of the page content, which no sample may contain. */
const secret = (how: string): string => `SENTINEL${how}${PAGES}END`;

type Book = {
  readonly pdf: PDFDocument;
  readonly first: PDFPage;
  readonly last: PDFPage;
  /** Registers an indirect object. */
  readonly register: (content: Readonly<Record<string, unknown>> | readonly unknown[]) => PDFRef;
  readonly set: (dict: PDFDict, key: string, value: PDFObject) => void;
};

const name = (text: string) => PDFName.of(text);
const text = (how: string) => PDFString.of(secret(how));

/** Features that carry data outside of the page content. Each is added to `leakyBook`, which has the common ones. */
export const features: Record<string, (book: Book) => void> = {
  'no other feature': () => undefined,
  'a table of contents with links to all pages': ({ pdf, first, register }) => {
    for (const page of pdf.getPages()) {
      const link = {
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 9, 9],
        Dest: [page.ref, 'Fit'],
        Contents: text('LINK'),
      };
      first.node.addAnnot(register(link));
    }
  },
  'links with actions': ({ first, last, register }) => {
    const act = { S: 'GoTo', D: [last.ref, 'Fit'], Next: { S: 'URI', URI: text('URI') } };
    first.node.addAnnot(register({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: act }));
  },
  'links to other files': ({ first, register }) => {
    for (const S of ['GoToR', 'GoToE', 'Launch'])
      first.node.addAnnot(
        register({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: { S, F: text('OTHERFILE') } }),
      );
  },
  'a file attached to its first page': ({ pdf, first, register }) => {
    const file = pdf.context.register(pdf.context.stream(secret('PAGEFILE'), { Type: 'EmbeddedFile' }));
    const spec = register({ Type: 'Filespec', F: text('FILENAME'), EF: { F: file } });
    first.node.addAnnot(register({ Type: 'Annot', Subtype: 'FileAttachment', Rect: [0, 0, 9, 9], FS: spec }));
  },
  'media annotations on its first page': ({ pdf, first, register }) => {
    const sound = pdf.context.register(pdf.context.stream(secret('SOUND'), { Type: 'Sound' }));
    for (const Subtype of ['Sound', 'Movie', 'Screen', 'RichMedia', '3D'])
      first.node.addAnnot(register({ Type: 'Annot', Subtype, Rect: [0, 0, 9, 9], Sound: sound }));
  },
  'a portfolio': ({ pdf, register, set }) =>
    set(pdf.catalog, 'Collection', register({ Type: 'Collection', D: text('PORTFOLIO') })),
  'an XFA form': ({ pdf, register, set }) => {
    const xfa = pdf.context.register(pdf.context.stream(`<xdp>${secret('XFA')}</xdp>`));
    set(pdf.catalog, 'AcroForm', register({ XFA: xfa, Fields: [] }));
  },
  'fields with values and scripts': ({ pdf, first, register, set }) => {
    const script = { S: 'JavaScript', JS: text('FIELDSCRIPT') };
    const field = register({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Tx',
      T: text('FIELDNAME'),
      V: text('VALUE'),
      AA: { K: script },
    });
    first.node.addAnnot(field);
    set(pdf.catalog, 'AcroForm', register({ Fields: [field] }));
  },
  'an open action with a script': ({ pdf, register, set }) =>
    set(pdf.catalog, 'OpenAction', register({ S: 'JavaScript', JS: text('OPENING') })),
  'an open action with a destination': ({ pdf, last, register, set }) =>
    set(pdf.catalog, 'OpenAction', register([last.ref, 'Fit'])),
  'named destinations': ({ pdf, last, register, set }) => {
    set(pdf.catalog, 'Dests', register({ [secret('DEST')]: [last.ref, 'Fit'] }));
  },
  'page templates': ({ pdf, last, register, set }) =>
    set(pdf.catalog, 'Names', register({ Templates: { Names: [text('TEMPLATE'), last.ref] } })),
  'page labels': ({ pdf, register, set }) =>
    set(pdf.catalog, 'PageLabels', register({ Nums: [0, { P: text('LABEL') }] })),
  'document metadata': ({ pdf, set }) =>
    set(pdf.catalog, 'Metadata', pdf.context.register(pdf.context.stream(secret('METADATA')))),
  'a thumbnail of a later page': ({ pdf, first, set }) =>
    set(first.node, 'Thumb', pdf.context.register(pdf.context.stream(secret('THUMB'), { Subtype: 'Image' }))),
  'associated files': ({ pdf, first, register, set }) => {
    const file = pdf.context.register(pdf.context.stream(secret('ASSOCIATED')));
    set(first.node, 'AF', register([{ Type: 'Filespec', EF: { F: file } }]));
  },
  'article threads': ({ pdf, first, last, register, set }) => {
    const bead = register({ Type: 'Bead', P: last.ref, T: { I: { Title: text('THREAD') } } });
    set(pdf.catalog, 'Threads', register([bead]));
    set(first.node, 'B', register([bead]));
  },
  'a signature': ({ pdf, register, set }) =>
    set(pdf.catalog, 'Perms', register({ DocMDP: { Type: 'Sig', Reason: text('SIGNATURE') } })),
  'visible layers': ({ pdf, register, set }) => {
    const layer = register({ Type: 'OCG', Name: text('LAYER') });
    set(pdf.catalog, 'OCProperties', register({ OCGs: [layer], D: { ON: [layer] } }));
  },
  'hidden layers': ({ pdf, register, set }) => {
    const layer = register({ Type: 'OCG', Name: text('HIDDEN') });
    set(pdf.catalog, 'OCProperties', register({ OCGs: [layer], D: { OFF: [layer] } }));
  },
  'unused forms of later pages beside the used ones': ({ pdf, first }) => {
    const unused = pdf.context.register(
      pdf.context.stream(secret('UNUSED'), { Subtype: 'Form', BBox: [0, 0, 9, 9] }),
    );
    const shared = first.node.Resources()?.lookupMaybe(name('XObject'), PDFDict);
    shared?.set(name('Unused'), unused);
  },
  'alternates of a used image': ({ pdf, first, register, set }) => {
    const other = pdf.context.register(pdf.context.stream(secret('ALTERNATE'), { Subtype: 'Image' }));
    const shared = first.node.Resources()?.lookupMaybe(name('XObject'), PDFDict);
    const used = shared?.lookup(name('Page1')) as { dict: PDFDict } | undefined;
    if (used) set(used.dict, 'Alternates', register([{ Image: other }]));
  },
  'contents in several streams': ({ pdf, first }) => {
    const own = first.node.Contents();
    const parts = pdf.context.obj([]);
    if (own) parts.push(pdf.context.getObjectRef(own) ?? own);
    parts.push(pdf.context.register(pdf.context.flateStream('0 0 1 1 re f')));
    first.node.set(name('Contents'), parts);
  },
  'a first page whose parent is a later page': ({ first, last, set }) => set(first.node, 'Parent', last.ref),
  'a first page with a later page as a resource': ({ first, last }) => {
    const shared = first.node.Resources()?.lookupMaybe(name('XObject'), PDFDict);
    shared?.set(name('Page1'), last.ref);
  },
  'orphaned pages outside of the page tree': ({ pdf }) => {
    const ink = pdf.context.register(pdf.context.flateStream(`% ${secret('ORPHAN')}`));
    pdf.context.register(pdf.context.obj({ Type: 'Page', MediaBox: [0, 0, 9, 9], Contents: ink }));
  },
};

/** The book with one more feature. @param useObjectStreams whether to use object streams */
const withFeature = async (feature: (book: Book) => void, useObjectStreams: boolean): Promise<Uint8Array> => {
  const pdf = await PDFDocument.load(await leakyBook(PAGES));
  const pages = pdf.getPages();
  const [first, last] = [pages[0], pages.at(-1)];
  if (!first || !last) throw new Error('a book has pages');
  feature({
    pdf,
    first,
    last,
    // The declared type of PDF literals is narrower than the objects needed here.
    register: (content) => pdf.context.register(pdf.context.obj(content as Record<string, string>)),
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

/** Every hostile book: a description, its factory and the page count that the catalog states. */
export const hostileBooks: readonly [what: string, make: () => Promise<Uint8Array>, pages: number][] = [
  ...Object.entries(features).flatMap(([what, feature]): [string, () => Promise<Uint8Array>, number][] => [
    [what, () => withFeature(feature, false), PAGES],
    [`${what}, with object streams`, () => withFeature(feature, true), PAGES],
  ]),
  ['of one page', () => leakyBook(1), 1],
  ['of two pages', () => leakyBook(2), 2],
  ['of 2,000 pages', () => leakyBook(2_000), 2_000],
  ['of fewer pages than the catalog states', () => leakyBook(PAGES), 200],
  ['of more pages than the catalog states', () => leakyBook(200), PAGES],
  ['encrypted with a password', () => encrypted('secret'), PAGES],
  ['encrypted without a password', () => encrypted(''), PAGES],
  ['with an incremental update', appended, PAGES],
  ['with a nested page tree', nestedTree, PAGES],
  ['with a wrong count in its page tree', () => patched(/\/Count 20/, '/Count 02'), PAGES],
  ['with a broken cross-reference table', () => patched(/startxref\n\d+/, 'startxref\n7'), PAGES],
  ['with an unknown filter', () => patched(/\/Filter \/FlateDecode/g, '/Filter /UnknownDecode'), PAGES],
  ['truncated in the middle', async () => (await plain()).subarray(0, 9_000), PAGES],
  ['without its end', async () => (await plain()).subarray(0, -300), PAGES],
  ['after other bytes', async () => Buffer.concat([Buffer.from('x'.repeat(700)), await plain()]), PAGES],
  ['before other bytes', async () => Buffer.concat([await plain(), Buffer.from(secret('TRAILING'))]), PAGES],
  ['twice in one file', async () => Buffer.concat([await plain(), await plain(9)]), PAGES],
  ['that is not a PDF', async () => deflateSync(Buffer.from(secret('PICTURE'))), PAGES],
  ['that is empty', async () => Buffer.alloc(0), PAGES],
];
