/** Files and the virus scanner: what it finds is refused, and nothing passes because it is away. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { zipOf } from '@satrangi/chassis/testing';
import { expect, it } from 'vitest';
import { bootPublishing } from './boot-publishing.ts';
import { EICAR, startClamd } from './clamd.ts';
import { pdfOf } from './manuscripts.ts';

const filesOf = ({ service }: Awaited<ReturnType<typeof bootPublishing>>): Promise<string[]> =>
  readdir(join(service.context.settings.dataDir, 'manuscripts')).catch(() => []);

it('a file in which the scanner finds something is refused in the exact words; a clean one is marked (PUB-17, P64)', async () => {
  await using clamd = await startClamd();
  await using fixture = await bootPublishing({ CLAMD_URL: clamd.url });
  const refused = await fixture.upload(pdfOf(900, EICAR));
  expect([refused.status, refused.body.error, refused.body.success]).toEqual([400, 'Upload failed', false]);
  expect(await fixture.stored('uploads')).toEqual([]);
  expect(await filesOf(fixture)).toEqual([]);

  const large = zipOf([{ name: 'a', content: Buffer.alloc(300_000, 'x y'), isStored: true }]);
  await fixture.sendFile(large, 'a.zip');
  expect(await fixture.stored('uploads')).toMatchObject([{ scan: 'clean' }]);
  expect(clamd.scanned).toEqual([900, large.length]);
});

it('while the scanner is away files are marked unscanned, and scanned when it is back; a found one is never opened (PUB-17, P64)', async () => {
  await using clamd = await startClamd();
  await using fixture = await bootPublishing({ CLAMD_URL: clamd.url });
  clamd.setAway(true);
  await fixture.sendFile(pdfOf(900));
  await fixture.sendFile(pdfOf(900, EICAR), 'b.pdf', { title: 'Another' });
  const { driveLink } = (await fixture.upload(pdfOf(700, EICAR))).body;
  await fixture.service.runJob('scan-again');
  const scans = async () => (await fixture.stored('uploads')).map(({ scan }) => scan);
  expect(await scans()).toEqual(['unscanned', 'unscanned', 'unscanned']);

  clamd.setAway(false);
  await fixture.service.runJob('scan-again');
  expect(await scans()).toEqual(['clean', 'infected', 'infected']);
  const { results } = await fixture.editor.listSubmissions();
  const opened = await Promise.all(
    results.map(async ({ _id }) => {
      const { file, driveLink: link } = await fixture.editor.getSubmission({ params: { id: _id } });
      const url = fixture.service.url + new URL(link ?? '').pathname.replace(/^\/api/, '');
      const answer = await fetch(url, { headers: { authorization: `Bearer ${fixture.editorToken}` } });
      return [file?.scan, answer.status];
    }),
  );
  expect(opened.sort()).toEqual([
    ['clean', 200],
    ['infected', 404],
  ]);
  const late = await fixture.send({ title: 'Third', driveLink: String(driveLink) });
  expect([late.status, late.body.error]).toEqual([400, 'Upload failed. Please choose the file again.']);
});
