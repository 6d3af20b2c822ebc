import { readFile } from 'node:fs/promises';
import { type PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { readOutline } from '../src/files/pdf-outline.ts';
import { bootCatalog, draft, pdfOf } from './boot-catalog.ts';

const issue = (slug: string): Promise<Buffer> =>
  readFile(new URL(`../../../deploy/seed/files/${slug}.pdf`, import.meta.url));

const rain = [
  { title: 'From the Verandah', page: 5 },
  { title: 'Leak', page: 6 },
  { title: 'Two Poems', page: 8 },
  { title: 'The Only Dry Place in Dadar', page: 9 },
  { title: 'How to Dry a Letter', page: 11 },
  { title: 'Readers Write', page: 12 },
];

describe('the contents of an issue', () => {
  it('are the outline of its file, from the page on which the sample begins', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createMagazine({
      body: { ...draft, issueNumber: '1', flipbookPages: 3, sampleStart: 5 },
    });
    const file = new Blob([new Uint8Array(await issue('verandah-1-rain'))], { type: 'application/pdf' });
    await fixture.editor.uploadMagazineFile({ params: { id }, files: { file } });

    const shown = await fixture.visitor.getMagazine({ params: { id } });
    expect(shown.contents).toEqual(rain);
    expect(shown).toMatchObject({ sampleStart: 5, previewPages: 3 });
  });

  it('are absent without an outline, and of other kinds', async () => {
    await using fixture = await bootCatalog();
    const magazine = await fixture.editor.createMagazine({ body: { ...draft, issueNumber: '2' } });
    const plain = await fixture.editor.uploadMagazineFile({
      params: { id: magazine._id },
      files: { file: await pdfOf(4) },
    });
    expect(plain).not.toHaveProperty('contents');
    const book = await fixture.editor.createEbook({ body: draft });
    const file = new Blob([new Uint8Array(await issue('seven-ways-home'))], { type: 'application/pdf' });
    const shown = await fixture.editor.uploadEbookFile({ params: { id: book._id }, files: { file } });
    expect(shown).not.toHaveProperty('contents');
  });
});

describe('an outline', () => {
  it.each(['mutram-2-payanam', 'dehri-3-rasoi', 'chilekotha-4-chithi'])(
    'in another script is read (%s)',
    async (slug) => {
      const entries = readOutline(await PDFDocument.load(await issue(slug)));
      expect(entries.length).toBeGreaterThanOrEqual(6);
      expect(entries.at(-1)?.title).toMatch(/\P{ASCII}/u);
    },
  );

  it('that refers to itself ends, and entries without a page of the file are left out', async () => {
    const document = await PDFDocument.load(await (await pdfOf(2)).arrayBuffer());
    const { context, catalog } = document;
    const page = document.getPages()[1]?.ref;
    const entry = context.obj({ Title: PDFHexString.fromText('  Again\n and again '), Dest: [page, 'Fit'] });
    const first = context.register(entry as PDFDict);
    (entry as PDFDict).set(PDFName.of('Next'), first);
    catalog.set(PDFName.of('Outlines'), context.obj({ First: first }));
    expect(readOutline(document)).toEqual([{ title: 'Again and again', page: 2 }]);

    (entry as PDFDict).set(PDFName.of('Dest'), PDFHexString.fromText('nowhere'));
    expect(readOutline(document)).toEqual([]);
  });
});
