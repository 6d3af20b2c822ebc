import { ApiError } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, filmDraft, refusal, soundDraft } from './boot-catalog.ts';

describe('an item of any kind', () => {
  it('is found under /media, by search and under its own kind only (CAT-42, CAT-46)', async () => {
    await using fixture = await bootCatalog();
    const film = await fixture.editor.createShortFilm({ body: filmDraft });
    const params = { id: film._id };

    expect(await fixture.visitor.getMedia({ params })).toMatchObject({
      mediaType: 'shortfilm',
      creator: 'Meher Daruwalla',
    });
    expect(await refusal(fixture.visitor.getDocumentary({ params }))).toMatchObject({
      status: 404,
      message: 'Documentary not found',
    });
    expect((await refusal(fixture.editor.updateEbook({ params, body: draft }))).status).toBe(404);
    expect((await refusal(fixture.editor.deleteAudioStory({ params }))).status).toBe(404);
    expect((await refusal(fixture.visitor.listReviews({ params }))).message).toBe('eBook not found');
    for (const mediaType of ['short-film', 'shortfilm'])
      expect((await fixture.visitor.search({ query: { q: 'daruwalla', mediaType } })).total).toBe(1);
    expect((await fixture.visitor.search({ query: { mediaType: 'documentary' } })).total).toBe(0);
    expect((await refusal(fixture.visitor.search({ query: { mediaType: 'comic' } }))).status).toBe(400);
    expect(
      (await fixture.editor.createShortFilm({ body: { ...filmDraft, mediaType: 'shortfilm' } })).mediaType,
    ).toBe('shortfilm');
    expect(
      (await refusal(fixture.editor.createShortFilm({ body: { ...filmDraft, mediaType: 'ebook' } }))).status,
    ).toBe(400);
    expect(
      (await fetch(`${fixture.service.url}/admin/comics/${film._id}`, { method: 'DELETE' })).status,
    ).toBe(404);
  });

  it('has all public fields and no file URLs or storage keys (CAT-13, CAT-14, CAT-15, CAT-16, CAT-58, P34)', async () => {
    await using fixture = await bootCatalog();
    const made = await fixture.editor.createDocumentary({
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

    const shown = await fixture.visitor.getDocumentary({ params: { id: made._id } });
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
      await fixture.visitor.search(),
      await fixture.visitor.listDocumentaries(),
      await fixture.visitor.getMedia({ params: { id: made._id } }),
    ]);
    expect(everything).not.toMatch(
      /canary|driveLink|pdfUrl|driveFileId|"key"|creatorId|"draft"|transcriptFile/,
    );
    const edited = await fixture.editor.getDocumentaryDraft({ params: { id: made._id } });
    expect(edited.draft).toMatchObject({
      transcript: 'What is said.',
      creatorId: 'creator-canary',
      flipbookPages: 3,
    });
    const again = await fixture.editor.updateDocumentary({
      params: { id: made._id },
      body: edited.draft as typeof filmDraft,
    });
    expect(again).toMatchObject({ ...shown, updatedAt: again.updatedAt });
    const editors = await fixture.editor.listEditorMedia({ query: { q: 'ironing' } });
    expect(editors.items).toMatchObject([{ _id: made._id, creatorId: 'creator-canary' }]);
    expect((await refusal(fixture.reader('asha').listEditorMedia())).status).toBe(403);
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
    ['an invalid URL', { transcriptUrl: 'javascript:alert(1)' }],
    ['a URL with credentials', { videoUrl: 'https://a:b@films.example/1' }],
    ['an unknown page', { page: 'Attic' }],
  ])('%s is refused', async (_name, change) => {
    await using fixture = await bootCatalog();

    expect(
      (await refusal(fixture.editor.createShortFilm({ body: { ...filmDraft, ...change } }))).status,
    ).toBe(400);
  });

  it('has three featured slots over all kinds, also under thirty concurrent writers (CAT-30, P41)', async () => {
    await using fixture = await bootCatalog();
    const write = (n: number): Promise<{ _id: string }> => {
      const featured = true;
      if (n % 3 === 0) return fixture.editor.createEbook({ body: { ...draft, featured } });
      if (n % 3 === 1) return fixture.editor.createShortFilm({ body: { ...filmDraft, featured } });
      return fixture.editor.createOralHistory({ body: { ...soundDraft, featured } });
    };

    const made = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => write(n)));

    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const each of made)
      if (each.status === 'rejected') {
        const { status, message } = each.reason as ApiError;
        expect([status, message]).toEqual([409, 'You can only select up to 3 featured publications.']);
      }
    expect((await fixture.visitor.search({ query: { featured: 'true' } })).total).toBe(3);
  });

  it('is listed with its own kind only, and fuzzy search is per kind', async () => {
    await using fixture = await bootCatalog();
    await fixture.editor.createShortFilm({ body: { ...filmDraft, title: 'Monsoon' } });
    await fixture.editor.createEbook({ body: { ...draft, title: 'Monsoan' } });

    expect(
      (await fixture.visitor.listShortFilms({ query: { q: 'monsoon' } })).items.map(({ title }) => title),
    ).toEqual(['Monsoon']);
    expect(
      (await fixture.visitor.listEbooks({ query: { q: 'monsoon' } })).items.map(({ title }) => title),
    ).toEqual(['Monsoan']);
    expect((await fixture.visitor.listAuthors()).authors).toEqual(['Jerusha Pinto']);
    expect((await fixture.visitor.listShortFilms({ query: { author: 'meher daruwalla' } })).total).toBe(1);
    expect((await fixture.visitor.search({ query: { free: 'true' } })).total).toBe(0);
  });
});

it('a reader’s data is exported, and is erased and confirmed after account deletion (IDN-40)', async () => {
  await using fixture = await bootCatalog();
  const { _id: id } = await fixture.editor.createEbook({ body: { ...draft, creatorId: 'asha' } });
  await fixture.reader('asha').postReview({ params: { id }, body: { rating: 5, comment: 'Mine.' } });

  expect(await fixture.reader('asha').exportMine()).toMatchObject({
    reviews: [{ ebookId: id, rating: 5, comment: 'Mine.' }],
    creatorOf: [id],
  });
  expect((await refusal(fixture.visitor.exportMine())).status).toBe(401);
  await fixture.deleteAccount('asha', 'once');
  await fixture.deleteAccount('asha', 'once');
  await fixture.deleteAccount('asha', 'again');

  const confirmations = (await fixture.service.publishedEvents()).filter(
    ({ type }) => type === 'catalog.user-forgotten.v1',
  );
  expect(confirmations.map(({ data }) => data)).toEqual([{ userId: 'asha' }, { userId: 'asha' }]);
  expect((await fixture.visitor.listReviews({ params: { id } })).count).toBe(0);
  const left = await fixture
    .reader('asha')
    .exportMine()
    .catch((error: unknown) => error);
  expect(left instanceof ApiError ? { reviews: [], creatorOf: [] } : left).toMatchObject({
    reviews: [],
    creatorOf: [],
  });
});
