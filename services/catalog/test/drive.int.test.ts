import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DRIVE_LINK_INVALID } from '@satrangi/contracts';
import { startSandbox } from '@satrangi/sandbox';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, filmDraft, pdfOf, refusal, saidOf } from './house.ts';
import { mp4Of } from './reels.ts';

const openWorld = async () => {
  const sandbox = await startSandbox({
    webhookBaseUrl: 'http://127.0.0.1:1',
    stripeWebhookSecret: 'whsec_test',
    cashfreeClientId: 'client',
    cashfreeClientSecret: 'secret',
  });
  const house = await bootCatalog({ env: { GOOGLE_BASE_URL: sandbox.url } });
  const call = (method: string, path: string, body: unknown) =>
    fetch(`${sandbox.url}/sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    house,
    upload: async (content: Blob, fields: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', content, 'a film.mp4');
      const response = await fetch(`${sandbox.url}/sandbox/drive/files`, { method: 'POST', body: form });
      return (await response.json()) as { id: string; link: string };
    },
    share: (id: string, access: string) => call('PUT', `/drive/files/${id}`, { access }),
    clearKnobs: () => fetch(`${sandbox.url}/sandbox/knobs`, { method: 'DELETE' }),
    turnKnob: (knob: object) => call('POST', '/knobs', knob),
    [Symbol.asyncDispose]: async () => {
      await house[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
};
const film = () => new Blob([mp4Of({ seconds: 754, sort: 'video' })], { type: 'video/mp4' });

describe('verifying a Drive link', () => {
  it('answers what the file is, 403 without access and 404 when it is not there, in the words of the form (CAT-32, CAT-33)', async () => {
    await using world = await openWorld();
    const { house } = world;
    const { id, link } = await world.upload(film());
    const verify = (driveLink: string) => house.editor.verifyDriveLink({ query: { driveLink } });

    expect(await verify(link)).toEqual({
      ok: true,
      meta: {
        id,
        name: 'a film.mp4',
        mimeType: 'video/mp4',
        webViewLink: expect.stringContaining(`https://drive.google.com/file/d/${id}/`),
      },
    });
    await world.share(id, 'no-access');
    expect(await refusal(verify(link))).toEqual({
      status: 403,
      message: 'Service account does not have access to this file.',
    });
    await world.share(id, 'not-found');
    expect(await refusal(verify(link))).toEqual({ status: 404, message: 'File not found' });
    expect(await refusal(verify(''))).toEqual({ status: 400, message: 'Enter a Drive link first' });
    const stranger = house.reader('asha').verifyDriveLink({ query: { driveLink: link } });
    expect((await refusal(stranger)).status).toBe(403);
  });

  it('stays calm when Google gives no token, does not answer, or is not set up (503)', async () => {
    await using world = await openWorld();
    const { link } = await world.upload(film());
    const verify = () => refusal(world.house.editor.verifyDriveLink({ query: { driveLink: link } }));

    await world.turnKnob({ target: 'google.token', status: 400, times: 1 });
    expect((await verify()).status).toBe(503);
    await world.turnKnob({ target: 'drive.files.get', status: 500, times: 1 });
    expect((await verify()).status).toBe(503);
    expect(await world.house.editor.verifyDriveLink({ query: { driveLink: link } })).toMatchObject({
      ok: true,
    });

    await using alone = await bootCatalog();
    const unset = await refusal(alone.editor.verifyDriveLink({ query: { driveLink: link } }));
    expect(unset).toEqual({ status: 503, message: 'Google Drive is not set up here.' });
  });

  it('sixty hostile links are refused and nothing is fetched from them (attack S30)', async () => {
    const heard: string[] = [];
    const canary = createServer((request, response) => {
      heard.push(request.url ?? '');
      response.end('caught');
    }).listen(0, '127.0.0.1');
    await once(canary, 'listening');
    const { port } = canary.address() as AddressInfo;
    await using world = await openWorld();
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
      const answer = await refusal(world.house.editor.verifyDriveLink({ query: { driveLink } }));
      expect([driveLink, answer]).toEqual([driveLink, { status: 400, message: DRIVE_LINK_INVALID }]);
      const saved = await refusal(world.house.editor.createEbook({ body: { ...draft, driveLink } }));
      expect([driveLink, saved.status]).toEqual([driveLink, 400]);
    }
    canary.close();
    expect(heard).toEqual([]);
    expect((await world.house.visitor.search()).total).toBe(0);
  });
});

describe('an item whose file is in Drive', () => {
  it('gets its id from the link at once, its size, length and revision from Drive, and is streamed from there (CAT-17)', async () => {
    await using world = await openWorld();
    const { house } = world;
    const { id, link } = await world.upload(film());

    const made = await house.editor.createDocumentary({ body: { ...filmDraft, driveLink: link } });
    expect(made).toMatchObject({ driveLink: link, driveFileId: id, fileId: id, driveState: 'waiting' });
    await house.service.runWork();

    const shown = await house.visitor.getDocumentary({ params: { id: made._id } });
    expect(shown).toMatchObject({ durationSeconds: 754, duration: 13, fileMimeType: 'video/mp4' });
    expect(shown.fileId).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(shown)).not.toContain(id);
    const facts = (await house.service.announced()).at(-1)?.data as {
      file: { key: string; store: string; bytes: number };
    };
    expect(facts.file).toMatchObject({ store: 'drive', driveFileId: id, mimeType: 'video/mp4' });
    const { files } = house.service.kit;
    const { bytes } = (await files.stat(facts.file.key)) ?? {};
    expect(bytes).toBe(facts.file.bytes);
    const part = await buffer(files.open(facts.file.key, { start: 4, end: 7 }));
    expect(part.toString()).toBe('ftyp');
    expect(await saidOf(house, 'documentary-updated')).toEqual([made._id]);
  });

  it('a PDF in Drive is copied into the house and its pages are counted', async () => {
    await using world = await openWorld();
    const { house } = world;
    const { id, link } = await world.upload(await pdfOf(25));

    const made = await house.editor.createEbook({ body: { ...draft, pdfUrl: link } });
    await house.service.runWork();

    const kept = await house.editor.getEbookDraft({ params: { id: made._id } });
    expect(kept).toMatchObject({
      driveFileId: id,
      driveState: 'ok',
      fileStore: 'disk',
      pages: 25,
      previewPages: 2,
    });
  });

  it('one that is not shared, or is something else, is said to the editor and asked again at the next save', async () => {
    await using world = await openWorld();
    const { house } = world;
    const { id, link } = await world.upload(film(), { access: 'no-access' });
    const { link: wrong } = await world.upload(new Blob(['<html>']), { mimeType: 'video/mp4' });
    const body = { ...filmDraft, driveLink: link };
    const made = await house.editor.createShortFilm({ body });
    const params = { id: made._id };
    const state = async () => {
      await house.service.runWork();
      return (await house.editor.getShortFilmDraft({ params })).driveState;
    };

    expect(await state()).toBe('no-access');
    await world.share(id, 'ok');
    await house.editor.updateShortFilm({ params, body });
    expect(await state()).toBe('ok');
    await house.editor.updateShortFilm({ params, body: { ...body, driveLink: wrong } });
    expect(await state()).toBe('wrong-type');
    expect((await house.visitor.getShortFilm({ params })).durationSeconds).toBe(754);
  });

  it('an upload takes the place of the file in Drive; a link taken away takes its file along', async () => {
    await using world = await openWorld();
    const { house } = world;
    const { link } = await world.upload(film());
    const body = { ...filmDraft, driveLink: link };
    const made = await house.editor.createShortFilm({ body });
    const params = { id: made._id };
    await house.service.runWork();

    const after = await house.editor.uploadShortFilmFile({
      params,
      files: { file: new Blob([mp4Of({ seconds: 60, sort: 'video' })]) },
    });
    expect(after).toMatchObject({ driveLink: null, fileStore: 'disk', durationSeconds: 60 });
    await house.editor.updateShortFilm({ params, body });
    await house.service.runWork();
    expect(await house.editor.getShortFilmDraft({ params })).toMatchObject({ fileStore: 'drive' });
    const gone = await house.editor.updateShortFilm({ params, body: { ...filmDraft, fileFollows: true } });
    expect(gone).toMatchObject({ fileStore: null, fileId: null });
  });

  it('is asked for again until Drive answers, and a file that goes away ends its stream with a reason', async () => {
    await using world = await openWorld();
    const { house } = world;
    const { id, link } = await world.upload(film());
    await world.turnKnob({ target: 'drive.files.get', status: 503 });
    const made = await house.editor.createDocumentary({ body: { ...filmDraft, driveLink: link } });
    const params = { id: made._id };

    await house.service.runWork();
    expect(await house.editor.getDocumentaryDraft({ params })).toMatchObject({
      driveState: 'waiting',
      fileStore: null,
    });
    await world.clearKnobs();
    await house.editor.updateDocumentary({ params, body: { ...filmDraft, driveLink: link } });
    await house.service.runWork();
    expect(await house.editor.getDocumentaryDraft({ params })).toMatchObject({
      driveState: 'ok',
      fileStore: 'drive',
    });

    await world.share(id, 'not-found');
    const { files } = house.service.kit;
    await expect(buffer(files.open(`drive:${id}`))).rejects.toThrow('Not found');
    expect(await files.stat(`drive:${id}`)).toBeNull();
    expect(() => files.path(`drive:${id}`)).toThrow(TypeError);
  });

  it('one that is replaced in Drive under the same id is seen at the next save, and only then is anything said', async () => {
    await using world = await openWorld();
    const { house } = world;
    const { id, link } = await world.upload(film());
    const body = { ...filmDraft, driveLink: link };
    const { _id } = await house.editor.createShortFilm({ body });
    const params = { id: _id };
    const save = async () => {
      await house.editor.updateShortFilm({ params, body });
      await house.service.runWork();
      return house.editor.getShortFilmDraft({ params });
    };
    await house.service.runWork();

    const same = await save();
    expect(same).toMatchObject({ driveState: 'ok', durationSeconds: 754, version: 3 });
    await world.upload(new Blob([mp4Of({ seconds: 90, sort: 'video' })], { type: 'video/mp4' }), { id });
    const other = await save();
    expect(other).toMatchObject({ driveState: 'ok', durationSeconds: 90, version: 5 });
    const facts = (await house.service.announced()).at(-1)?.data;
    expect(facts).toMatchObject({ file: { durationSeconds: 90 } });
    expect(JSON.stringify(facts)).not.toContain('driveRevision');
  });
});
