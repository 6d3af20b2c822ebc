import { ApiError } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, filmDraft, refusal, soundDraft } from './house.ts';

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
