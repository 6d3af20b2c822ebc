import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { film, openWorld } from './drive-world.ts';
import { draft, filmDraft, pdfOf, saidOf } from './house.ts';
import { mp4Of } from './reels.ts';

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
