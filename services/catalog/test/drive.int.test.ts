import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { draft, filmDraft, liveIdsOf, pdfOf } from './boot-catalog.ts';
import { bootWithDrive, film } from './drive-fixture.ts';
import { mp4Of } from './media-files.ts';

describe('an item whose file is in Drive', () => {
  it('gets its id from the link, then size, duration and revision from Drive, and stays there (CAT-17)', async () => {
    await using drive = await bootWithDrive();
    const { fixture } = drive;
    const { id, link } = await drive.upload(film());

    const made = await fixture.editor.createDocumentary({ body: { ...filmDraft, driveLink: link } });
    expect(made).toMatchObject({ driveLink: link, driveFileId: id, fileId: id, driveState: 'waiting' });
    await fixture.service.runWork();

    const shown = await fixture.visitor.getDocumentary({ params: { id: made._id } });
    expect(shown).toMatchObject({ durationSeconds: 754, duration: 13, fileMimeType: 'video/mp4' });
    expect(shown.fileId).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(shown)).not.toContain(id);
    const event = (await fixture.service.publishedEvents()).at(-1)?.data as {
      file: { key: string; store: string; bytes: number };
    };
    expect(event.file).toMatchObject({ store: 'drive', driveFileId: id, mimeType: 'video/mp4' });
    const { files } = fixture.service.context;
    const { bytes } = (await files.stat(event.file.key)) ?? {};
    expect(bytes).toBe(event.file.bytes);
    const part = await buffer(await files.open(event.file.key, { start: 4, end: 7 }));
    expect(part.toString()).toBe('ftyp');
    expect(await liveIdsOf(fixture, 'documentary-updated')).toEqual([made._id]);
  });

  it('is copied to disk and has its pages counted when it is a PDF', async () => {
    await using drive = await bootWithDrive();
    const { fixture } = drive;
    const { id, link } = await drive.upload(await pdfOf(25));

    const made = await fixture.editor.createEbook({ body: { ...draft, pdfUrl: link } });
    await fixture.service.runWork();

    const kept = await fixture.editor.getEbookDraft({ params: { id: made._id } });
    expect(kept).toMatchObject({
      driveFileId: id,
      driveState: 'ok',
      fileStore: 'disk',
      pages: 25,
      previewPages: 2,
    });
  });

  it('that is not shared or of another type is reported to the editor and inspected again with the next save', async () => {
    await using drive = await bootWithDrive();
    const { fixture } = drive;
    const { id, link } = await drive.upload(film(), { access: 'no-access' });
    const { link: wrong } = await drive.upload(new Blob(['<html>']), { mimeType: 'video/mp4' });
    const body = { ...filmDraft, driveLink: link };
    const made = await fixture.editor.createShortFilm({ body });
    const params = { id: made._id };
    const state = async () => {
      await fixture.service.runWork();
      return (await fixture.editor.getShortFilmDraft({ params })).driveState;
    };

    expect(await state()).toBe('no-access');
    await drive.share(id, 'ok');
    await fixture.editor.updateShortFilm({ params, body });
    expect(await state()).toBe('ok');
    await fixture.editor.updateShortFilm({ params, body: { ...body, driveLink: wrong } });
    expect(await state()).toBe('wrong-type');
    expect((await fixture.visitor.getShortFilm({ params })).durationSeconds).toBe(754);
  });

  it('is inspected when its item, which was withdrawn before the inspection, is restored', async () => {
    await using drive = await bootWithDrive();
    const { fixture } = drive;
    const { link } = await drive.upload(film());
    const made = await fixture.editor.createShortFilm({ body: { ...filmDraft, driveLink: link } });
    const params = { id: made._id };
    await fixture.editor.deleteShortFilm({ params });
    await fixture.service.runWork();
    await fixture.editor.restoreShortFilm({ params });
    await fixture.service.runWork();

    expect((await fixture.editor.getShortFilmDraft({ params })).driveState).toBe('ok');
    expect((await fixture.visitor.getShortFilm({ params })).durationSeconds).toBe(754);
  });

  it('is replaced by an upload; removing the link removes its file', async () => {
    await using drive = await bootWithDrive();
    const { fixture } = drive;
    const { link } = await drive.upload(film());
    const body = { ...filmDraft, driveLink: link };
    const made = await fixture.editor.createShortFilm({ body });
    const params = { id: made._id };
    await fixture.service.runWork();

    const after = await fixture.editor.uploadShortFilmFile({
      params,
      files: { file: new Blob([mp4Of({ seconds: 60, fileKind: 'video' })]) },
    });
    expect(after).toMatchObject({ driveLink: null, fileStore: 'disk', durationSeconds: 60 });
    await fixture.editor.updateShortFilm({ params, body });
    await fixture.service.runWork();
    expect(await fixture.editor.getShortFilmDraft({ params })).toMatchObject({ fileStore: 'drive' });
    const gone = await fixture.editor.updateShortFilm({ params, body: { ...filmDraft, fileFollows: true } });
    expect(gone).toMatchObject({ fileStore: null, fileId: null });
  });

  it('is inspected again until Drive responds, and a deleted file fails with a reason', async () => {
    await using drive = await bootWithDrive();
    const { fixture } = drive;
    const { id, link } = await drive.upload(film());
    await drive.injectFault({ target: 'drive.files.get', status: 503 });
    const made = await fixture.editor.createDocumentary({ body: { ...filmDraft, driveLink: link } });
    const params = { id: made._id };

    await fixture.service.runWork();
    expect(await fixture.editor.getDocumentaryDraft({ params })).toMatchObject({
      driveState: 'waiting',
      fileStore: null,
    });
    await drive.clearFaults();
    await fixture.editor.updateDocumentary({ params, body: { ...filmDraft, driveLink: link } });
    await fixture.service.runWork();
    expect(await fixture.editor.getDocumentaryDraft({ params })).toMatchObject({
      driveState: 'ok',
      fileStore: 'drive',
    });

    await drive.share(id, 'not-found');
    const { files } = fixture.service.context;
    await expect(files.open(`drive:${id}`)).rejects.toThrow('Not found');
    expect(await files.stat(`drive:${id}`)).toBeNull();
    await expect(files.copyTo(`drive:${id}`, '/nowhere')).rejects.toThrow(TypeError);
  });

  it('that is replaced in Drive under the same id is detected and published with the next save', async () => {
    await using drive = await bootWithDrive();
    const { fixture } = drive;
    const { id, link } = await drive.upload(film());
    const body = { ...filmDraft, driveLink: link };
    const { _id } = await fixture.editor.createShortFilm({ body });
    const params = { id: _id };
    const save = async () => {
      await fixture.editor.updateShortFilm({ params, body });
      await fixture.service.runWork();
      return fixture.editor.getShortFilmDraft({ params });
    };
    await fixture.service.runWork();

    const same = await save();
    expect(same).toMatchObject({ driveState: 'ok', durationSeconds: 754, version: 3 });
    await drive.upload(new Blob([mp4Of({ seconds: 90, fileKind: 'video' })], { type: 'video/mp4' }), { id });
    const other = await save();
    expect(other).toMatchObject({ driveState: 'ok', durationSeconds: 90, version: 5 });
    const event = (await fixture.service.publishedEvents()).at(-1)?.data;
    expect(event).toMatchObject({ file: { durationSeconds: 90 } });
    expect(JSON.stringify(event)).not.toContain('driveRevision');
  });
});
