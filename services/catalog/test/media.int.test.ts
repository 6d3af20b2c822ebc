import { ApiError, type MediaKind, mediaTypes } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, filmDraft, type House, pdfOf, refusal, saidOf, soundDraft } from './house.ts';
import { mp3Of, mp4Of, oggOf, webmOf } from './reels.ts';

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

describe('an item of any kind', () => {
  it('is found under /media and by search, and only under its own kind otherwise (CAT-42, CAT-46)', async () => {
    await using house = await bootCatalog();
    const film = await house.editor.createShortFilm({ body: filmDraft });
    const params = { id: film._id };

    expect(await house.visitor.getMedia({ params })).toMatchObject({
      mediaType: 'shortfilm',
      creator: 'Meher Daruwalla',
    });
    expect(await refusal(house.visitor.getDocumentary({ params }))).toEqual({
      status: 404,
      message: 'Documentary not found',
    });
    expect((await refusal(house.editor.updateEbook({ params, body: draft }))).status).toBe(404);
    expect((await refusal(house.editor.deleteAudioStory({ params }))).status).toBe(404);
    expect((await refusal(house.visitor.listReviews({ params }))).message).toBe('eBook not found');
    for (const mediaType of ['short-film', 'shortfilm'])
      expect((await house.visitor.search({ query: { q: 'daruwalla', mediaType } })).total).toBe(1);
    expect((await house.visitor.search({ query: { mediaType: 'documentary' } })).total).toBe(0);
    expect((await refusal(house.visitor.search({ query: { mediaType: 'comic' } }))).status).toBe(400);
    expect(
      (await house.editor.createShortFilm({ body: { ...filmDraft, mediaType: 'shortfilm' } })).mediaType,
    ).toBe('shortfilm');
    expect(
      (await refusal(house.editor.createShortFilm({ body: { ...filmDraft, mediaType: 'ebook' } }))).status,
    ).toBe(400);
    expect((await fetch(`${house.service.url}/admin/comics/${film._id}`, { method: 'DELETE' })).status).toBe(
      404,
    );
  });

  it('shows everything a reader decides by, and keeps addresses of files to itself (CAT-13, CAT-14, CAT-15, CAT-16, CAT-58, P34)', async () => {
    await using house = await bootCatalog();
    const made = await house.editor.createDocumentary({
      body: {
        ...filmDraft,
        cast: 'Asha, Ravi',
        narrator: 'Leela',
        awards: 'Audience award, 2025',
        tagline: 'A tagline',
        longDescription: 'Long',
        moreInfo: 'More',
        year: 2025,
        duration: 42,
        language: 'mr',
        genres: ['Portrait'],
        tags: ['Pune'],
        contentNotes: ['Grief'],
        formats: ['video', 'audio'],
        videoUrl: 'https://canary.example/film.mp4',
        transcript: 'What is said.',
        chapters: [
          { title: 'Morning', startSeconds: 0 },
          { title: 'Evening', startSeconds: 61.5 },
        ],
        creatorId: 'creator-canary',
        issueNumber: 7,
        flipbookPages: 3,
      },
    });

    const shown = await house.visitor.getDocumentary({ params: { id: made._id } });
    expect(shown).toMatchObject({
      author: 'Meher Daruwalla',
      director: 'Meher Daruwalla',
      narrator: 'Leela',
      cast: ['Asha', 'Ravi'],
      awards: 'Audience award, 2025',
      duration: 42,
      language: 'mr',
      contentNotes: ['Grief'],
      formats: ['video', 'audio'],
      format: 'video',
      issueNumber: '7',
      hasTranscript: true,
      transcriptUrl: `/api/documentaries/${made._id}/transcript`,
      chapters: [{ title: 'Morning' }, { title: 'Evening', startSeconds: 61.5 }],
      videoUrl: null,
      audioUrl: null,
      downloadUrl: null,
    });
    const everything = JSON.stringify([
      shown,
      await house.visitor.search(),
      await house.visitor.listDocumentaries(),
      await house.visitor.getMedia({ params: { id: made._id } }),
    ]);
    expect(everything).not.toMatch(
      /canary|driveLink|pdfUrl|driveFileId|"key"|creatorId|"draft"|transcriptFile/,
    );
    const kept = await house.editor.getDocumentaryDraft({ params: { id: made._id } });
    expect(kept.draft).toMatchObject({
      transcript: 'What is said.',
      creatorId: 'creator-canary',
      flipbookPages: 3,
    });
    const again = await house.editor.updateDocumentary({
      params: { id: made._id },
      body: kept.draft as typeof filmDraft,
    });
    expect(again).toMatchObject({ ...shown, updatedAt: again.updatedAt });
    const editors = await house.editor.listEditorMedia({ query: { q: 'ironing' } });
    expect(editors.items).toMatchObject([{ _id: made._id, creatorId: 'creator-canary' }]);
    expect((await refusal(house.reader('asha').listEditorMedia())).status).toBe(403);
  });

  it.each([
    [
      'chapters out of order',
      {
        chapters: [
          { title: 'B', startSeconds: 9 },
          { title: 'A', startSeconds: 3 },
        ],
      },
    ],
    ['a chapter without a title', { chapters: [{ title: ' ', startSeconds: 9 }] }],
    ['an address that is none', { transcriptUrl: 'javascript:alert(1)' }],
    ['an address with a name in it', { videoUrl: 'https://a:b@films.example/1' }],
    ['a page that is not there', { page: 'Attic' }],
  ])('%s is refused', async (_name, change) => {
    await using house = await bootCatalog();

    expect((await refusal(house.editor.createShortFilm({ body: { ...filmDraft, ...change } }))).status).toBe(
      400,
    );
  });

  it('is featured in one of three places over all kinds, also with thirty parallel writers (CAT-30, P41)', async () => {
    await using house = await bootCatalog();
    const write = (n: number): Promise<{ _id: string }> => {
      const featured = true;
      if (n % 3 === 0) return house.editor.createEbook({ body: { ...draft, featured } });
      if (n % 3 === 1) return house.editor.createShortFilm({ body: { ...filmDraft, featured } });
      return house.editor.createOralHistory({ body: { ...soundDraft, featured } });
    };

    const made = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => write(n)));

    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const each of made)
      if (each.status === 'rejected') {
        const { status, message } = each.reason as ApiError;
        expect([status, message]).toEqual([409, 'You can only select up to 3 featured publications.']);
      }
    expect((await house.visitor.search({ query: { featured: 'true' } })).total).toBe(3);
  });

  it('lists of one kind hold nothing of another, and a typing error is forgiven for each kind by itself', async () => {
    await using house = await bootCatalog();
    await house.editor.createShortFilm({ body: { ...filmDraft, title: 'Monsoon' } });
    await house.editor.createEbook({ body: { ...draft, title: 'Monsoan' } });

    expect(
      (await house.visitor.listShortFilms({ query: { q: 'monsoon' } })).items.map(({ title }) => title),
    ).toEqual(['Monsoon']);
    expect(
      (await house.visitor.listEbooks({ query: { q: 'monsoon' } })).items.map(({ title }) => title),
    ).toEqual(['Monsoan']);
    expect((await house.visitor.listAuthors()).authors).toEqual(['Jerusha Pinto']);
    expect((await house.visitor.listShortFilms({ query: { author: 'meher daruwalla' } })).total).toBe(1);
    expect((await house.visitor.search({ query: { free: 'true' } })).total).toBe(0);
  });
});

describe('the file', () => {
  it.each([
    ['ShortFilm', 'MP4', () => mp4Of({ seconds: 61, sort: 'video' }), 'video/mp4', 61],
    ['ShortFilm', 'WebM', () => webmOf(30), 'video/webm', 30],
    ['AudioStory', 'MP3', () => mp3Of(383), 'audio/mpeg', 10],
    ['AudioStory', 'M4A', () => mp4Of({ seconds: 90, sort: 'audio' }), 'audio/mp4', 90],
    ['AudioStory', 'OGG', () => oggOf(12), 'audio/ogg', 12],
  ] as const)(
    'of a %s may be %s; its length is measured, kept and told',
    async (one, _name, content, mimeType, seconds) => {
      await using house = await bootCatalog();
      const isFilm = one === 'ShortFilm';
      const { _id: id } = isFilm
        ? await house.editor.createShortFilm({ body: filmDraft })
        : await house.editor.createAudioStory({ body: soundDraft });
      const file = new Blob([content()]);

      const call = { params: { id }, files: { file } };
      const after = isFilm
        ? await house.editor.uploadShortFilmFile(call)
        : await house.editor.uploadAudioStoryFile(call);

      expect(after).toMatchObject({
        fileMimeType: mimeType,
        durationSeconds: seconds,
        duration: Math.max(1, Math.round(seconds / 60)),
        pages: null,
      });
      const facts = (await house.service.announced()).at(-1)?.data;
      expect(facts).toMatchObject({ file: { mimeType, durationSeconds: seconds, store: 'disk', pages: 0 } });
      const again = isFilm
        ? await house.editor.uploadShortFilmFile(call)
        : await house.editor.uploadAudioStoryFile(call);
      expect(again.version).toBe(after.version);
      expect(await saidOf(house, isFilm ? 'shortfilm-updated' : 'audiostory-updated')).toEqual([id]);
    },
  );

  it.each([
    ['a film for an audio story', () => mp4Of({ seconds: 9, sort: 'video' })],
    ['a program called story.mp3', () => new Uint8Array(Buffer.from('MZ\u0090\u0000 this program'))],
    ['HTML', () => new Uint8Array(Buffer.from('<html><script>alert(1)</script>'))],
    ['nothing', () => new Uint8Array()],
  ])('%s is refused with a clear 400 and changes nothing (attack S29)', async (_name, content) => {
    await using house = await bootCatalog();
    const { _id: id, version } = await house.editor.createAudioStory({ body: soundDraft });
    const file = new Blob([content()], { type: 'audio/mpeg' });

    const answer = await refusal(house.editor.uploadAudioStoryFile({ params: { id }, files: { file } }));

    expect(answer).toEqual({
      status: 400,
      message: 'Invalid file type. Please upload an MP3, M4A or OGG file.',
    });
    expect((await house.editor.getAudioStoryDraft({ params: { id } })).version).toBe(version);
    expect(
      (await refusal(house.reader('asha').uploadAudioStoryFile({ params: { id }, files: { file } }))).status,
    ).toBe(403);
  });

  it('of a film has a free clip, captions by language and a transcript; a book has none of these', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await house.editor.createDocumentary({ body: filmDraft });
    const params = { id };
    const preview = new Blob([mp4Of({ seconds: 15, sort: 'video' })]);
    const captions = new Blob(['WEBVTT\n\n1\n00:01.000 --> 00:04.000 line:90%\nनमस्ते\n']);

    const clip = await house.editor.uploadDocumentaryPreview({ params, files: { preview } });
    expect(clip).toMatchObject({ hasPreview: true, previewUrl: `/api/documentaries/${id}/preview-clip` });
    await house.editor.uploadDocumentaryCaptions({
      params,
      body: { language: 'hi-in' },
      files: { captions },
    });
    const both = await house.editor.uploadDocumentaryCaptions({
      params,
      body: { language: 'EN' },
      files: { captions },
    });
    expect(both).toMatchObject({ hasCaptions: true, captionLanguages: ['en', 'hi-IN'] });
    const facts = (await house.service.announced()).at(-1)?.data;
    expect(facts).toMatchObject({
      preview: { mimeType: 'video/mp4', durationSeconds: 15 },
      captions: [{ language: 'en', mimeType: 'text/vtt; charset=utf-8' }, { language: 'hi-IN' }],
    });
    const less = await house.editor.deleteDocumentaryCaptions({ params: { id, language: 'hi-in' } });
    expect(less.captionLanguages).toEqual(['en']);
    expect(
      (await refusal(house.editor.deleteDocumentaryCaptions({ params: { id, language: 'hi-in' } }))).status,
    ).toBe(404);

    const book = await house.editor.createMagazine({ body: draft });
    const bookParams = { id: book._id };
    expect(
      (await refusal(house.editor.uploadMagazinePreview({ params: bookParams, files: { preview } }))).status,
    ).toBe(400);
    expect(
      (
        await refusal(
          house.editor.uploadMagazineCaptions({
            params: bookParams,
            body: { language: 'en' },
            files: { captions },
          }),
        )
      ).status,
    ).toBe(400);
    const issue = await house.editor.uploadMagazineFile({
      params: bookParams,
      files: { file: await pdfOf(20) },
    });
    expect(issue).toMatchObject({
      pages: 20,
      previewPages: 2,
      previewUrl: `/api/magazines/${book._id}/preview-limited`,
    });
  });

  it.each([
    ['a text that is no WebVTT', 'Hello\n\n00:01.000 --> 00:04.000\nHi', 'Captions must be a WebVTT file.'],
    ['SubRip', '1\n00:00:01,000 --> 00:00:04,000\nHi', 'Captions must be a WebVTT file.'],
    [
      'a cue that ends before it begins',
      'WEBVTT\n\n00:04.000 --> 00:01.000\nHi',
      'These captions can not be read at line 3.',
    ],
    ['a cue without a time', 'WEBVTT\n\nsoon --> later\nHi', 'These captions can not be read at line 3.'],
    ['no cue', 'WEBVTT\n\nNOTE nothing yet', 'These captions have no cue.'],
    ['bytes that are no text', 'WEBVTT\n\xff\xfe', 'Captions must be a WebVTT file.'],
  ])('captions: %s is refused', async (_name, content, message) => {
    await using house = await bootCatalog();
    const { _id: id } = await house.editor.createShortFilm({ body: filmDraft });
    const captions = new Blob([
      new Uint8Array(Buffer.from(content, content.includes('\xff') ? 'latin1' : 'utf8')),
    ]);

    const call = house.editor.uploadShortFilmCaptions({
      params: { id },
      body: { language: 'en' },
      files: { captions },
    });

    expect(await refusal(call)).toEqual({ status: 400, message });
  });
});

it('a reader’s data can be asked for, and is forgotten and said to be when the account ends (IDN-40)', async () => {
  await using house = await bootCatalog();
  const { _id: id } = await house.editor.createEbook({ body: { ...draft, creatorId: 'asha' } });
  await house.reader('asha').postReview({ params: { id }, body: { rating: 5, comment: 'Mine.' } });

  expect(await house.reader('asha').exportMine()).toMatchObject({
    reviews: [{ ebookId: id, rating: 5, comment: 'Mine.' }],
    creatorOf: [id],
  });
  expect((await refusal(house.visitor.exportMine())).status).toBe(401);
  await house.deleteAccount('asha', 'once');
  await house.deleteAccount('asha', 'once');
  await house.deleteAccount('asha', 'again');

  const said = (await house.service.announced()).filter(({ type }) => type === 'catalog.user-forgotten.v1');
  expect(said.map(({ data }) => data)).toEqual([{ userId: 'asha' }, { userId: 'asha' }]);
  expect((await house.visitor.listReviews({ params: { id } })).count).toBe(0);
  const left = await house
    .reader('asha')
    .exportMine()
    .catch((error: unknown) => error);
  expect(left instanceof ApiError ? { reviews: [], creatorOf: [] } : left).toMatchObject({
    reviews: [],
    creatorOf: [],
  });
});
