/** What is true of each of the six kinds, under its own addresses. */
import { type MediaId, type MediaKind, mediaTypes } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, filmDraft, type House, saidOf, soundDraft } from './house.ts';
import { mp4Of } from './reels.ts';

const draftFor = (kind: MediaKind) =>
  kind.file === 'pdf' ? draft : kind.file === 'video' ? filmDraft : soundDraft;

/** Calls of one kind by their address, as a page or another program makes them. */
const callsOf = (house: House, kind: MediaKind) => {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${house.service.url}${path}`, {
      method,
      headers: {
        ...(path.startsWith('/admin') ? { authorization: `Bearer ${house.editorToken}` } : {}),
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

it('credits an audio story to its author, with the narrator beside; without an author to the narrator', async () => {
  await using house = await bootCatalog();
  const written = await house.editor.createAudioStory({ body: { ...soundDraft, author: 'Zarin Boatwalla' } });
  const told = await house.editor.createAudioStory({ body: { ...soundDraft, title: 'Another' } });

  const credits = async (id: MediaId) => {
    const { creator, author, narrator } = await house.visitor.getAudioStory({ params: { id } });
    return { creator, author, narrator };
  };
  expect(await credits(written._id)).toEqual({
    creator: 'Zarin Boatwalla',
    author: 'Zarin Boatwalla',
    narrator: 'Sulekha Sen',
  });
  expect(await credits(told._id)).toEqual({
    creator: 'Sulekha Sen',
    author: 'Sulekha Sen',
    narrator: 'Sulekha Sen',
  });
});

it('an item with a price and no file is not for sale; editor and other services are told', async () => {
  await using house = await bootCatalog();
  const deliverable = async () => {
    const { data } = (await house.service.announced()).at(-1) ?? {};
    return (data as { deliverable?: boolean }).deliverable;
  };
  const film = await house.editor.createShortFilm({
    body: { ...filmDraft, fileFollows: false, videoUrl: 'https://films.example/1' },
  });
  const notYet =
    'Not for sale yet: there is no file to deliver. Upload the file, or link it from Google Drive.';
  expect(film).toMatchObject({ isForSale: false, isFree: false, priceINR: 99, warnings: [notYet] });
  expect(await deliverable()).toBe(false);
  const { isForSale } = await house.visitor.getShortFilm({ params: { id: film._id } });
  expect(isForSale).toBe(false);

  const file = new Blob([new Uint8Array(mp4Of({ seconds: 9, sort: 'video' }))], { type: 'video/mp4' });
  const whole = await house.editor.uploadShortFilmFile({ params: { id: film._id }, files: { file } });

  expect(film.videoUrl).toBeNull();
  expect(whole).toMatchObject({ isForSale: true, warnings: [] });
  // the same for everyone: whether it plays is asked there (decision 0041)
  const shown = await house.visitor.getShortFilm({ params: { id: film._id } });
  expect([shown.videoUrl, shown.audioUrl]).toEqual([`/api/shortfilms/${film._id}/stream`, null]);
  expect(await deliverable()).toBe(true);
  const free = await house.editor.createAudioStory({ body: soundDraft });
  expect(free.warnings).toEqual([]);
});

describe.each(mediaTypes)('$label', (kind) => {
  it('is made, shown, listed, changed and deleted under its own addresses, and says so (CAT-02, CAT-03, CAT-04, CAT-23, CAT-24, CAT-40, CAT-43)', async () => {
    await using house = await bootCatalog();
    const calls = callsOf(house, kind);

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
    for (const happened of ['created', 'updated', 'deleted'])
      expect(await saidOf(house, `${kind.joined}-${happened}`)).toEqual([id]);
  });

  it('is listed alone with featured=true when it is featured (CAT-45)', async () => {
    await using house = await bootCatalog();
    const calls = callsOf(house, kind);
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
    await using house = await bootCatalog();
    const { create } = callsOf(house, kind);

    for (const empty of [undefined, null, '', '   ']) {
      const { status, answer } = await create({ ...draftFor(kind), [field]: empty });
      expect([empty, status, answer.message]).toEqual([empty, 400, sentence]);
    }
    expect((await house.visitor.search()).total).toBe(0);
  });

  it('without its maker or its file is refused in the words of the form (CAT-26, CAT-27, CAT-28, CAT-29)', async () => {
    await using house = await bootCatalog();
    const { create } = callsOf(house, kind);
    const whole: Record<string, unknown> = draftFor(kind);
    const messageOf = async (body: unknown) => (await create(body)).answer.message;

    if (kind.file === 'pdf') expect(await messageOf({ ...whole, author: '' })).toBe('Author required');
    if (kind.file === 'video') {
      expect(await messageOf({ ...whole, director: undefined })).toBe('Director required');
      expect(await messageOf({ ...whole, fileFollows: false })).toBe('Video URL required');
      expect(
        (await create({ ...whole, fileFollows: false, videoUrl: 'https://films.example/1' })).status,
      ).toBe(201);
    }
    if (kind.file === 'audio') {
      expect(await messageOf({ ...whole, fileFollows: false, audioUrl: ' ' })).toBe('Audio URL required');
      expect(
        (await create({ ...whole, fileFollows: false, audioUrl: 'https://sound.example/1' })).status,
      ).toBe(201);
    }
    const driveLink = `https://drive.google.com/file/d/${'A'.repeat(33)}/view?usp=sharing`;
    const { answer } = await create({ ...whole, fileFollows: false, driveLink });
    expect(answer).toMatchObject({ driveFileId: 'A'.repeat(33), driveLink });
  });

  it('with a wrong price is refused and 0 is free (CAT-21, CAT-47)', async () => {
    await using house = await bootCatalog();
    const { create } = callsOf(house, kind);

    for (const wrong of [{ priceINR: -1 }, { priceUSD: -0.01 }, { priceINR: 'ten' }, { priceUSD: {} }]) {
      const { status, answer } = await create({ ...draftFor(kind), ...wrong });
      expect([status, answer.message]).toEqual([400, 'Price must be a number of at least 0']);
    }
    const free = await create({ ...draftFor(kind), priceINR: 0 });
    expect(free.answer).toMatchObject({ isFree: true, isForSale: false, priceINR: 0, priceUSD: 0 });
  });
});
