import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { startFixture } from './fixture.ts';

/** Requests with exactly this Accept-Encoding; `fetch` would add its own. */
const encodingOf = (url: string, acceptEncoding?: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
    request(url, { headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.headers['content-encoding']));
    })
      .on('error', reject)
      .end();
  });

const accepted = ['br', 'gzip, br', 'BR', 'gzip;q=1.0, br;q=0.5', 'br ; q=0.001', 'br;q=1'];
const refused = [undefined, '', 'gzip', 'br;q=0', 'br; q=0', 'br;Q=0.000', 'gzip, br;q=0.0, *', 'abr', 'br2'];

it('Brotli is not sent to clients that refuse it with q=0: cached responses and pages (RFC 9110, 12.5.3)', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'pages-'));
  await writeFile(join(dist, 'index.html'), '<script id="site"></script>');
  await writeFile(join(dist, 'shop-BTHB3tBV.js'), 'export {};');
  await writeFile(join(dist, 'shop-BTHB3tBV.js.br'), brotliCompressSync('export {};'));
  await using fixture = await startFixture({ WEB_DIST: dist });
  fixture.services.catalog.answer = (_request, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify('x'.repeat(4_000)));
  const addresses = [`${fixture.gateway.url}/api/ebooks`, `${fixture.gateway.url}/shop-BTHB3tBV.js`];
  for (const address of addresses)
    await vi.waitFor(async () => expect(await encodingOf(address, 'br')).toBe('br'));

  for (const address of addresses) {
    for (const header of accepted) expect(await encodingOf(address, header), header).toBe('br');
    for (const header of refused) expect(await encodingOf(address, header), header).toBe(undefined);
  }
  await rm(dist, { recursive: true });
});

it('pages send no referrer, by header and by meta element', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'pages-'));
  await copyFile(fileURLToPath(new URL('../../web/index.html', import.meta.url)), join(dist, 'index.html'));
  await using fixture = await startFixture({ WEB_DIST: dist });

  const page = await fixture.get('/shelf');

  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await page.text()).toContain('<meta name="referrer" content="no-referrer" />');
  await rm(dist, { recursive: true });
});
