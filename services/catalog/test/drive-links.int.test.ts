/** Google Drive links, valid and hostile. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DRIVE_LINK_INVALID } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, refusal } from './boot-catalog.ts';
import { bootWithDrive, film } from './drive-fixture.ts';

describe('verifying a Drive link', () => {
  it('returns the metadata, 403 without access and 404 for a missing file, with the specified messages (CAT-32, CAT-33)', async () => {
    await using drive = await bootWithDrive();
    const { fixture } = drive;
    const { id, link } = await drive.upload(film());
    const verify = (driveLink: string) => fixture.editor.verifyDriveLink({ query: { driveLink } });

    expect(await verify(link)).toEqual({
      ok: true,
      meta: {
        id,
        name: 'a film.mp4',
        mimeType: 'video/mp4',
        webViewLink: expect.stringContaining(`https://drive.google.com/file/d/${id}/`),
      },
    });
    await drive.share(id, 'no-access');
    expect(await refusal(verify(link))).toMatchObject({
      status: 403,
      message: 'Service account does not have access to this file.',
    });
    await drive.share(id, 'not-found');
    expect(await refusal(verify(link))).toMatchObject({ status: 404, message: 'File not found' });
    expect(await refusal(verify(''))).toMatchObject({ status: 400, message: 'Enter a Drive link first' });
    const stranger = fixture.reader('asha').verifyDriveLink({ query: { driveLink: link } });
    expect((await refusal(stranger)).status).toBe(403);
  });

  it('answers 503 when Google refuses a token, fails or is not configured', async () => {
    await using drive = await bootWithDrive();
    const { link } = await drive.upload(film());
    const verify = () => refusal(drive.fixture.editor.verifyDriveLink({ query: { driveLink: link } }));

    await drive.injectFault({ target: 'google.token', status: 400, times: 1 });
    expect((await verify()).status).toBe(503);
    await drive.injectFault({ target: 'drive.files.get', status: 500, times: 1 });
    expect((await verify()).status).toBe(503);
    expect(await drive.fixture.editor.verifyDriveLink({ query: { driveLink: link } })).toMatchObject({
      ok: true,
    });

    await using alone = await bootCatalog();
    const unset = await refusal(alone.editor.verifyDriveLink({ query: { driveLink: link } }));
    expect(unset).toMatchObject({ status: 503, message: 'Google Drive is not set up here.' });
  });

  it('refuses sixty hostile links and sends no request to them (attack S30)', async () => {
    const requests: string[] = [];
    const canary = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('caught');
    }).listen(0, '127.0.0.1');
    await once(canary, 'listening');
    const { port } = canary.address() as AddressInfo;
    await using drive = await bootWithDrive();
    const id = 'A'.repeat(33);
    const hostile = [
      `http://127.0.0.1:${port}/file/d/${id}/view`,
      `https://127.0.0.1:${port}/file/d/${id}/view`,
      `http://localhost:${port}/file/d/${id}/view`,
      `http://[::1]:${port}/file/d/${id}`,
      `http://2130706433:${port}/file/d/${id}`,
      `http://0x7f000001:${port}/file/d/${id}`,
      `http://0177.0.0.1:${port}/file/d/${id}`,
      `http://127.1:${port}/file/d/${id}`,
      `http://0.0.0.0:${port}/file/d/${id}`,
      `http://[::ffff:127.0.0.1]:${port}/file/d/${id}`,
      `http://127.0.0.1.nip.io:${port}/file/d/${id}`,
      `http://localtest.me:${port}/file/d/${id}`,
      `http://169.254.169.254/latest/meta-data/file/d/${id}`,
      `http://metadata.google.internal/computeMetadata/v1/file/d/${id}`,
      `https://metadata.google.internal/file/d/${id}/view`,
      `http://10.0.0.1/file/d/${id}`,
      `http://192.168.0.1/file/d/${id}`,
      `http://172.16.0.1/file/d/${id}`,
      'file:///etc/passwd',
      `file://drive.google.com/file/d/${id}/view`,
      `gopher://127.0.0.1:${port}/_GET%20/file/d/${id}`,
      `ftp://drive.google.com/file/d/${id}/view`,
      `dict://127.0.0.1:${port}/file/d/${id}`,
      `javascript:alert('/file/d/${id}/view')`,
      `data:text/html,https://drive.google.com/file/d/${id}/view`,
      `ws://drive.google.com/file/d/${id}/view`,
      `http://drive.google.com/file/d/${id}/view`,
      `https://drive.google.com@127.0.0.1:${port}/file/d/${id}/view`,
      `https://user@drive.google.com/file/d/${id}/view`,
      `https://user:pass@drive.google.com/file/d/${id}/view`,
      `https://127.0.0.1:${port}#@drive.google.com/file/d/${id}/view`,
      `https://127.0.0.1:${port}\\@drive.google.com/file/d/${id}/view`,
      `https://drive.google.com\\@127.0.0.1:${port}/file/d/${id}/view`,
      `https://drive.google.com:8443/file/d/${id}/view`,
      `https://drive.google.com:${port}/file/d/${id}/view`,
      `https://docs.google.com.evil.example/document/d/${id}/edit`,
      `https://drive.google.com.127.0.0.1.nip.io/file/d/${id}/view`,
      `https://evil-drive.google.com.example/file/d/${id}`,
      `https://notdrive.google.com/file/d/${id}/view`,
      `https://drivegoogle.com/file/d/${id}/view`,
      `https://google.com/file/d/${id}/view`,
      `https://www.google.com/url?q=https://drive.google.com/file/d/${id}/view`,
      `https://drive.google.com./file/d/${id}/view`,
      `https://drive。google。com/file/d/${id}/view`,
      `https://drive.gooɡle.com/file/d/${id}/view`,
      `https://dⓡive.google.com/file/d/${id}/view`,
      `https://drive.google.com%2f@127.0.0.1/file/d/${id}/view`,
      `https://drive.google%2ecom/file/d/${id}/view`,
      `https://drive.google.com/file/d/../../etc/passwd`,
      `https://drive.google.com/file/d/${id}%2f..%2f..%2fabout/view`,
      `https://drive.google.com/file/d/${id}/../../../etc`,
      `https://drive.google.com/file/d/%00${id}/view`,
      `https://drive.google.com/file/d/${'A'.repeat(300)}/view`,
      'https://drive.google.com/file/d/short/view',
      'https://drive.google.com/file/d//view',
      'https://drive.google.com/open?id=../../secret',
      'https://drive.google.com/open?id=',
      `https://drive.google.com/redirect?to=http://127.0.0.1:${port}/&id=${id}`,
      `https:drive.google.com/file/d/${id}/view`,
      `https:/\tdrive.google.com/file/d/${id}/view`,
      `https://drive.google.com/file/d/${id}/view\r\nHost: 127.0.0.1`,
      `//drive.google.com/file/d/${id}/view`,
      `drive.google.com/file/d/${id}/view`,
    ];
    expect(hostile.length).toBeGreaterThanOrEqual(60);

    for (const driveLink of hostile) {
      const answer = await refusal(drive.fixture.editor.verifyDriveLink({ query: { driveLink } }));
      expect([driveLink, answer]).toMatchObject([driveLink, { status: 400, message: DRIVE_LINK_INVALID }]);
      const saved = await refusal(drive.fixture.editor.createEbook({ body: { ...draft, driveLink } }));
      expect([driveLink, saved.status]).toEqual([driveLink, 400]);
    }
    canary.close();
    expect(requests).toEqual([]);
    expect((await drive.fixture.visitor.search()).total).toBe(0);
  });
});
