/** Files of authors: what is taken, what is refused, who opens them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { anEvent, testUser, tokenOf, zipOf } from '@satrangi/chassis/testing';
import { userDeleted } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { adminUser, bootPublishing, type PublishingFixture } from './boot-publishing.ts';
import { compoundOf, docOf, docxOf, epubOf, pdfOf } from './manuscripts.ts';

const BAD_TYPE = 'Invalid file type. Please upload PDF, DOC, DOCX, EPUB, or ZIP files.';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const leftIn = async ({ service }: PublishingFixture, folder: string): Promise<string[]> =>
  readdir(join(service.context.settings.dataDir, folder)).catch(() => []);

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}.txt`, isStored: true }));
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);
const nested = (depth: number): Buffer =>
  depth === 0
    ? zipOf([{ name: 'a.txt', content: 'x' }])
    : zipOf([{ name: 'in.zip', content: nested(depth - 1) }]);

describe('taken (PUB-01, PUB-07, P64)', () => {
  it.each<[string, string, string, Buffer, string[]]>([
    ['PDF', 'a.pdf', '', pdfOf(), []],
    ['PDF by its type', 'story', 'application/pdf', pdfOf(), []],
    ['PDF with a password', 'a.pdf', '', pdfOf(300, '/Encrypt 5 0 R'), ['encrypted']],
    ['DOC', 'A.DOC', 'application/octet-stream', docOf(), []],
    ['DOC with macros', 'a.doc', '', docOf('_VBA_PROJECT'), ['macros']],
    ['DOCX', 'a.docx', DOCX, docxOf(), []],
    ['DOCX with macros', 'a.docx', '', docxOf({ name: 'word/vbaProject.bin', content: 'x' }), ['macros']],
    ['DOCX with a password', 'a.docx', '', compoundOf('EncryptedPackage'), ['encrypted']],
    ['EPUB', 'बरसात.epub', '', epubOf(), []],
    ['ZIP', 'a.zip', '', zipOf([{ name: 'a/' }, { name: 'a/ch1.txt', content: 'x' }]), []],
    ['ZIP with a document', 'a.zip', '', zipOf([{ name: 'a.docx', content: docxOf() }]), ['nested']],
    ['DOCX sent as ZIP', 'a.zip', '', docxOf(), []],
    [
      'ZIP with a password',
      'a.zip',
      '',
      zipOf([{ name: 'a', content: 'x', isEncrypted: true }]),
      ['encrypted'],
    ],
  ])('%s, with what reviewers must know', async (_what, name, type, bytes, warnings) => {
    await using fixture = await bootPublishing();
    const { status, body } = await fixture.upload(bytes, name, type);

    expect([status, Object.keys(body)]).toEqual([200, ['driveLink']]);
    expect(body.driveLink).toMatch(/^https:\/\/house\.test\/api\/publishing\/files\/[\w-]{22}#[\w-]{43}$/);
    expect(await fixture.stored('uploads')).toMatchObject([
      { warnings, bytes: bytes.length, scan: 'unscanned' },
    ]);
  });
});

describe('refused in the exact words, with nothing kept (PUB-07, PUB-17, P64)', () => {
  it.each<[string, string, Buffer]>([
    ['an EXE named .pdf', 'a.pdf', Buffer.from('MZ\x90\0 a program')],
    ['an ELF named .docx', 'a.docx', Buffer.from('\x7fELF')],
    ['a script', 'a.sh', Buffer.from('#!/bin/sh\n')],
    ['HTML named .pdf', 'a.pdf', Buffer.from('<script>alert(1)</script>%PDF-1.7 %%EOF')],
    ['SVG', 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', 'a.html', Buffer.from('<p>hello</p>')],
    ['an empty PDF', 'a.pdf', Buffer.alloc(0)],
    ['an empty ZIP', 'a.zip', zipOf([])],
    ['a PDF without an end', 'a.pdf', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a PDF with junk before it', 'a.pdf', Buffer.concat([Buffer.from('GIF89a'), pdfOf()])],
    [
      'a GIF with a ZIP behind it',
      'a.zip',
      Buffer.concat([Buffer.from('GIF89a;'), zipOf([{ name: 'a', content: 'x' }])]),
    ],
    ['a ZIP behind a PDF', 'a.pdf', Buffer.concat([pdfOf(), zipOf([{ name: 'a', content: 'x' }])])],
    [
      'a self-extracting archive',
      'a.zip',
      Buffer.concat([Buffer.from('MZ'), zipOf([{ name: 'a', content: 'x' }])]),
    ],
    ['a PDF named .docx', 'a.docx', pdfOf()],
    ['a PDF named .epub', 'a.epub', pdfOf()],
    ['a PDF named .doc', 'a.doc', pdfOf()],
    ['a DOCX named .pdf', 'a.pdf', docxOf()],
    ['a DOCX named .epub', 'a.epub', docxOf()],
    ['an EPUB named .docx', 'a.docx', epubOf()],
    ['a ZIP named .docx', 'a.docx', zipOf([{ name: 'a', content: 'x' }])],
    ['a spreadsheet named .doc', 'a.doc', compoundOf('Workbook')],
    ['an installer named .doc', 'a.doc', compoundOf('_SummaryInformation')],
    [
      'an EPUB with another mimetype',
      'a.epub',
      zipOf([{ name: 'mimetype', content: 'text/html', isStored: true }]),
    ],
    ['.. in a name', 'a.zip', zipOf([{ name: '../../etc/passwd', content: 'x' }])],
    ['.. inside a name', 'a.zip', zipOf([{ name: 'a/../../b', content: 'x' }])],
    ['an absolute name', 'a.zip', zipOf([{ name: '/etc/passwd', content: 'x' }])],
    ['a drive letter', 'a.zip', zipOf([{ name: 'C:/autoexec.bat', content: 'x' }])],
    ['a backslash', 'a.zip', zipOf([{ name: '..\\..\\a', content: 'x' }])],
    ['a control character', 'a.zip', zipOf([{ name: 'a\r\nb', content: 'x' }])],
    ['a symbolic link', 'a.zip', zipOf([{ name: 'a', content: '/etc/passwd', mode: 0o120777 }])],
    ['a device', 'a.zip', zipOf([{ name: 'a', content: '', mode: 0o020666 }])],
    ['a named pipe', 'a.zip', zipOf([{ name: 'a', content: '', mode: 0o010666 }])],
    ['10,001 entries', 'a.zip', zipOf(many(10_001))],
    ['a bomb by ratio', 'a.zip', zipOf([{ name: 'a', content: zeros(11) }])],
    ['a bomb in a DOCX', 'a.docx', docxOf({ name: 'word/media/a', content: zeros(11) })],
    [
      'a bomb by its sum',
      'a.zip',
      zipOf(Array.from({ length: 120 }, (_, n) => ({ name: `${n}`, declared: 9_500_000, content: 'x' }))),
    ],
    ['a bomb that declares little', 'a.zip', zipOf([{ name: 'a', content: zeros(3), declared: 100 }])],
    ['a bomb that declares much', 'a.zip', zipOf([{ name: 'a', content: 'x', declared: 4_000_000_000 }])],
    [
      'a bomb in an archive',
      'a.zip',
      zipOf([{ name: 'in.zip', content: zipOf([{ name: 'a', content: zeros(11) }]) }]),
    ],
    [
      'a wrong name in an archive',
      'a.zip',
      zipOf([{ name: 'in.zip', content: zipOf([{ name: '../a', content: 'x' }]) }]),
    ],
    ['three archives in each other', 'a.zip', nested(2)],
    ['five archives in each other', 'a.zip', nested(4)],
    ['a truncated archive', 'a.zip', zipOf([{ name: 'a', content: 'xyz' }]).subarray(0, -8)],
    ['an archive without a directory', 'a.zip', Buffer.from('504b030414000000', 'hex')],
    [
      'damaged data',
      'a.zip',
      Buffer.from(zipOf([{ name: 'a', content: 'some words' }]).map((byte, n) => (n === 33 ? 0xff : byte))),
    ],
    ['RTF named .doc', 'a.doc', Buffer.from('{\\rtf1 hello}')],
    ['a RAR', 'a.rar', Buffer.from('Rar!\x1a\x07\0')],
    ['a RAR named .zip', 'a.zip', Buffer.from('Rar!\x1a\x07\0')],
    ['a 7z named .zip', 'a.zip', Buffer.from('377abcaf271c', 'hex')],
    ['a gzip named .zip', 'a.zip', Buffer.from('1f8b0800', 'hex')],
    ['a double extension', 'a.pdf.exe', Buffer.from('MZ')],
    ['a JPG named .pdf', 'a.pdf', Buffer.from('ffd8ffe0', 'hex')],
    ['a PNG', 'a.png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['an MP3', 'a.mp3', Buffer.from('ID3')],
    ['a macro document', 'a.docm', docxOf({ name: 'word/vbaProject.bin', content: 'x' })],
    ['a JAR', 'a.jar', zipOf([{ name: 'META-INF/MANIFEST.MF', content: 'x' }])],
    ['a Python file', 'a.py', Buffer.from('print(1)')],
    ['a text without extension', 'story', Buffer.from('Once upon a time')],
    ['PostScript named .pdf', 'a.pdf', Buffer.from('%!PS-Adobe-3.0\n%%EOF')],
    ['a PDF version of the future', 'a.pdf', Buffer.from('%PDF-9.9\n%%EOF')],
  ])('%s', async (_what, name, bytes) => {
    await using fixture = await bootPublishing();
    const { status, body } = await fixture.upload(bytes, name);

    expect([status, body.error]).toEqual([400, BAD_TYPE]);
    expect(await fixture.stored('uploads')).toEqual([]);
    for (const folder of ['arriving', 'manuscripts']) expect(await leftIn(fixture, folder)).toEqual([]);
  });

  it('exactly 100 MB is taken, one byte more gets 413 in JSON (PUB-08)', { timeout: 300_000 }, async () => {
    await using fixture = await bootPublishing();
    const { limit } = fixture;
    expect((await fixture.upload(pdfOf(limit))).status).toBe(200);
    const { status, type, body } = await fixture.upload(pdfOf(limit + 1));

    expect([status, body.error]).toEqual([413, 'File too large. Maximum size is 100MB.']);
    expect(type).toMatch(/^application\/problem\+json/);
    expect(await leftIn(fixture, 'arriving')).toEqual([]);
    expect(await fixture.stored('uploads')).toHaveLength(1);
  });

  it('an upload that breaks off leaves nothing (PUB-17)', async () => {
    await using fixture = await bootPublishing();
    const leaving = new AbortController();
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(
          Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7'),
        );
        setTimeout(() => leaving.abort(), 300);
      },
    });
    await expect(
      fetch(`${fixture.service.url}/publishing/upload-drive`, {
        method: 'POST',
        body: stream,
        duplex: 'half',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        signal: leaving.signal,
      } as RequestInit),
    ).rejects.toThrow();
    await vi.waitFor(async () => expect(await leftIn(fixture, 'arriving')).toEqual([]), { timeout: 10_000 });
  });

  it('uploads at once, uploads in an hour and room on the disk are limited', async () => {
    await using busy = await bootPublishing({ UPLOADS_PER_HOUR: '1' });
    expect((await busy.upload(pdfOf())).status).toBe(200);
    expect((await busy.upload(pdfOf())).status).toBe(429);
    await using full = await bootPublishing({ PUBLISHING_STORE_MAX: '1000' });
    expect((await full.upload(pdfOf(900))).status).toBe(503);
  });
});

describe('an uploaded file', () => {
  it.each(['pdf', 'zip', 'docx'])(
    'is opened by admins only, as a download that runs nowhere: %s (PUB-16, P66)',
    async (kind) => {
      await using fixture = await bootPublishing();
      const bytes = {
        pdf: pdfOf(900, '<script>alert(1)</script>'),
        zip: zipOf([{ name: 'a.html', content: '<p>' }]),
        docx: docxOf(),
      }[kind];
      const sent = await fixture.sendFile(bytes ?? pdfOf(), `../../x.${kind}`);
      const { results } = await fixture.editor.listSubmissions();
      const address = new URL(results[0]?.driveLink ?? '');
      const url = fixture.service.url + address.pathname.replace(/^\/api/, '');
      const statuses = await Promise.all(
        [undefined, `Bearer ${tokenOf(testUser())}`, 'Bearer x'].map(
          async (authorization) =>
            (await fetch(url, { headers: authorization ? { authorization } : {} })).status,
        ),
      );
      expect(statuses).toEqual([401, 403, 401]);

      const opened = await fetch(url, { headers: { cookie: `satrangi_session=${fixture.editorToken}` } });
      expect([...new Uint8Array(await opened.arrayBuffer())]).toEqual([...(bytes ?? [])]);
      expect(Object.fromEntries(opened.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': expect.stringContaining(`attachment; filename="${sent.number}.${kind}"`),
        'cache-control': 'private, no-store',
      });
      const [submission] = results;
      const detail = await fixture.editor.getSubmission({ params: { id: submission?._id ?? '' } });
      expect(detail.file).toMatchObject({ kind, openings: 1 });
    },
  );

  it('that was being opened when its admin was deleted names that admin no more (IDN-40)', async () => {
    await using fixture = await bootPublishing();
    await fixture.sendFile(pdfOf());
    const { results } = await fixture.editor.listSubmissions();
    const address = new URL(results[0]?.driveLink ?? '').pathname.replace(/^\/api/, '');
    const driver = Object.getPrototypeOf(fixture.service.internals.store.connection.collection('uploads'));
    const write = driver.updateOne;
    let isDone = false;
    using _spy = vi.spyOn(driver, 'updateOne').mockImplementation(async function (
      this: unknown,
      ...written: unknown[]
    ) {
      if (!isDone && JSON.stringify(written).includes('openings')) {
        isDone = true;
        await fixture.service.deliver(anEvent(userDeleted, { data: { userId: adminUser.userId } }));
      }
      return Reflect.apply(write, this, written);
    });

    await fetch(fixture.service.url + address, {
      headers: { cookie: `satrangi_session=${fixture.editorToken}` },
    });

    expect(isDone).toBe(true);
    expect((await fixture.stored('uploads'))[0]?.openings).toMatchObject([{ by: null }]);
  });

  it('that no submission names is removed after a day; one that is named stays', async () => {
    await using fixture = await bootPublishing();
    await fixture.sendFile(pdfOf(500));
    await fixture.upload(pdfOf(600));
    fixture.service.clock.advance(23 * 3_600_000);
    await fixture.service.runJob('sweep-uploads');
    expect(await fixture.stored('uploads')).toHaveLength(2);
    fixture.service.clock.advance(2 * 3_600_000);
    await fixture.service.runJob('sweep-uploads');

    expect(await fixture.stored('uploads')).toMatchObject([{ bytes: 500 }]);
    expect(await leftIn(fixture, 'manuscripts')).toHaveLength(1);
  });

  it('that was swept is refused with a sentence', async () => {
    await using fixture = await bootPublishing();
    const { body } = await fixture.upload(pdfOf());
    fixture.service.clock.advance(25 * 3_600_000);
    await fixture.service.runJob('sweep-uploads');
    const refused = await fixture.send({ driveLink: body.driveLink });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: 'Upload failed. Please choose the file again.',
      },
    });
  });
});
