/** The common behaviour of the six kinds, each under its own routes. */
import { type MediaId, type MediaKind, mediaTypes } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, type CatalogFixture, draft, filmDraft, liveIdsOf, soundDraft } from './boot-catalog.ts';
import { mp4Of } from './media-files.ts';

const draftFor = (kind: MediaKind) =>
  kind.file === 'pdf' ? draft : kind.file === 'video' ? filmDraft : soundDraft;

/** The routes of one kind, called over plain HTTP. */
const callsOf = (fixture: CatalogFixture, kind: MediaKind) => {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${fixture.service.url}${path}`, {
      method,
      headers: {
        ...(path.startsWith('/admin') ? { authorization: `Bearer ${fixture.editorToken}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown> & { items: { _id: string }[] };
    return { status: response.status, answer };
  };
  return {
    list: (query = '') => call('GET', `/${kind.path}${query}`),
    get: (id: string) => call('GET', `/${kind.path}/${id}`),
    create: (body: unknown) => call('POST', `/admin/${kind.admin}`, body),
    update: (id: string, body: unknown) => call('PUT', `/admin/${kind.admin}/${id}`, body),
    remove: (id: string) => call('DELETE', `/admin/${kind.admin}/${id}`),
  };
};

it('an audio story is credited to its author, or to its narrator without an author', async () => {
  await using fixture = await bootCatalog();
  const written = await fixture.editor.createAudioStory({
    body: { ...soundDraft, author: 'Zarin Boatwalla' },
  });
  const narrated = await fixture.editor.createAudioStory({ body: { ...soundDraft, title: 'Another' } });

  const credits = async (id: MediaId) => {
    const { creator, author, narrator } = await fixture.visitor.getAudioStory({ params: { id } });
    return { creator, author, narrator };
  };
  expect(await credits(written._id)).toEqual({
    creator: 'Zarin Boatwalla',
    author: 'Zarin Boatwalla',
    narrator: 'Sulekha Sen',
  });
  expect(await credits(narrated._id)).toEqual({
    creator: 'Sulekha Sen',
    author: 'Sulekha Sen',
    narrator: 'Sulekha Sen',
  });
});

it('an item with a price and no file is not for sale, and the response and the event show it', async () => {
  await using fixture = await bootCatalog();
  const deliverable = async () => {
    const { data } = (await fixture.service.publishedEvents()).at(-1) ?? {};
    return (data as { deliverable?: boolean }).deliverable;
  };
  const film = await fixture.editor.createShortFilm({
    body: { ...filmDraft, fileFollows: false, videoUrl: 'https://films.example/1' },
  });
  const notYet =
    'Not for sale yet: there is no file to deliver. Upload the file, or link it from Google Drive.';
  expect(film).toMatchObject({ isForSale: false, isFree: false, priceINR: 99, warnings: [notYet] });
  expect(await deliverable()).toBe(false);
  const { isForSale } = await fixture.visitor.getShortFilm({ params: { id: film._id } });
  expect(isForSale).toBe(false);

  const file = new Blob([new Uint8Array(mp4Of({ seconds: 9, fileKind: 'video' }))], { type: 'video/mp4' });
  const complete = await fixture.editor.uploadShortFilmFile({ params: { id: film._id }, files: { file } });

  expect(film.videoUrl).toBeNull();
  expect(complete).toMatchObject({ isForSale: true, warnings: [] });
  // The URL is the same for everyone: library checks access (decision 0041).
  const shown = await fixture.visitor.getShortFilm({ params: { id: film._id } });
  expect([shown.videoUrl, shown.audioUrl]).toEqual([`/api/shortfilms/${film._id}/stream`, null]);
  expect(await deliverable()).toBe(true);
  const free = await fixture.editor.createAudioStory({ body: soundDraft });
  expect(free.warnings).toEqual([]);
});

describe.each(mediaTypes)('$label', (kind) => {
  it('is created, read, listed, updated and deleted under its own routes, with live messages (CAT-02, CAT-03, CAT-04, CAT-23, CAT-24, CAT-40, CAT-43)', async () => {
    await using fixture = await bootCatalog();
    const calls = callsOf(fixture, kind);

    const made = await calls.create(draftFor(kind));
    const id = String(made.answer._id);
    expect([made.status, made.answer.mediaType]).toEqual([201, kind.joined]);
    expect((await calls.get(id)).answer).toMatchObject({ _id: id, page: 'Digital Library' });
    expect((await calls.list('?page=Digital%20Library')).answer.items.map(({ _id }) => _id)).toEqual([id]);
    expect((await calls.list('?page=Archives')).answer.items).toEqual([]);
    expect((await calls.list('?featured=true')).answer.items).toEqual([]);

    const changed = await calls.update(id, { ...draftFor(kind), title: 'Another title', page: 'Archives' });
    expect(changed.answer).toMatchObject({ title: 'Another title', collection: 'archives' });
    expect((await calls.list('?page=Archives')).answer.items.map(({ _id }) => _id)).toEqual([id]);

    expect((await calls.remove(id)).status).toBe(200);
    expect(await calls.get(id)).toMatchObject({
      status: 404,
      answer: { message: `${kind.label} not found` },
    });
    expect((await calls.update(id, draftFor(kind))).status).toBe(404);
    expect((await calls.remove('none')).status).toBe(404);
    for (const updateKind of ['created', 'updated', 'deleted'])
      expect(await liveIdsOf(fixture, `${kind.joined}-${updateKind}`)).toEqual([id]);
  });

  it('is listed with featured=true only when it is featured (CAT-45)', async () => {
    await using fixture = await bootCatalog();
    const calls = callsOf(fixture, kind);
    await calls.create(draftFor(kind));
    const shown = await calls.create({ ...draftFor(kind), featured: true });

    expect((await calls.list('?featured=true')).answer).toMatchObject({
      items: [{ _id: shown.answer._id, featured: true }],
      total: 1,
    });
    expect((await calls.list()).answer.total).toBe(2);
  });

  it.each([
    ['title', 'Title required'],
    ['description', 'Description required'],
    ['format', 'Format required'],
  ])('without %s is refused: %s (CAT-25)', async (field, sentence) => {
    await using fixture = await bootCatalog();
    const { create } = callsOf(fixture, kind);

    for (const empty of [undefined, null, '', '   ']) {
      const { status, answer } = await create({ ...draftFor(kind), [field]: empty });
      expect([empty, status, answer.message]).toEqual([empty, 400, sentence]);
    }
    expect((await fixture.visitor.search()).total).toBe(0);
  });

  it('without its creator or its file is refused with the specified messages (CAT-26, CAT-27, CAT-28, CAT-29)', async () => {
    await using fixture = await bootCatalog();
    const { create } = callsOf(fixture, kind);
    const complete: Record<string, unknown> = draftFor(kind);
    const messageOf = async (body: unknown) => (await create(body)).answer.message;

    if (kind.file === 'pdf') expect(await messageOf({ ...complete, author: '' })).toBe('Author required');
    if (kind.file === 'video') {
      expect(await messageOf({ ...complete, director: undefined })).toBe('Director required');
      expect(await messageOf({ ...complete, fileFollows: false })).toBe('Video URL required');
      expect(
        (await create({ ...complete, fileFollows: false, videoUrl: 'https://films.example/1' })).status,
      ).toBe(201);
    }
    if (kind.file === 'audio') {
      expect(await messageOf({ ...complete, fileFollows: false, audioUrl: ' ' })).toBe('Audio URL required');
      expect(
        (await create({ ...complete, fileFollows: false, audioUrl: 'https://sound.example/1' })).status,
      ).toBe(201);
    }
    const driveLink = `https://drive.google.com/file/d/${'A'.repeat(33)}/view?usp=sharing`;
    const { answer } = await create({ ...complete, fileFollows: false, driveLink });
    expect(answer).toMatchObject({ driveFileId: 'A'.repeat(33), driveLink });
  });

  it('with an invalid price is refused, and 0 is free (CAT-21, CAT-47)', async () => {
    await using fixture = await bootCatalog();
    const { create } = callsOf(fixture, kind);

    for (const wrong of [{ priceINR: -1 }, { priceUSD: -0.01 }, { priceINR: 'ten' }, { priceUSD: {} }]) {
      const { status, answer } = await create({ ...draftFor(kind), ...wrong });
      expect([status, answer.message]).toEqual([400, 'Price must be a number of at least 0']);
    }
    const free = await create({ ...draftFor(kind), priceINR: 0 });
    expect(free.answer).toMatchObject({ isFree: true, isForSale: false, priceINR: 0, priceUSD: 0 });
  });
});
