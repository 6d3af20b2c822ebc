/** The file of an item, its preview clip, transcript and captions. */
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, filmDraft, liveIdsOf, pdfOf, refusal, soundDraft } from './boot-catalog.ts';
import { mp3Of, mp4Of, oggOf, webmOf } from './media-files.ts';

describe('the file', () => {
  it.each([
    ['ShortFilm', 'MP4', () => mp4Of({ seconds: 61, fileKind: 'video' }), 'video/mp4', 61],
    ['ShortFilm', 'WebM', () => webmOf(30), 'video/webm', 30],
    ['AudioStory', 'MP3', () => mp3Of(383), 'audio/mpeg', 10],
    ['AudioStory', 'M4A', () => mp4Of({ seconds: 90, fileKind: 'audio' }), 'audio/mp4', 90],
    ['AudioStory', 'OGG', () => oggOf(12), 'audio/ogg', 12],
  ] as const)(
    'of a %s may be %s; its duration is read, stored and published',
    async (one, _name, content, mimeType, seconds) => {
      await using fixture = await bootCatalog();
      const isFilm = one === 'ShortFilm';
      const { _id: id } = isFilm
        ? await fixture.editor.createShortFilm({ body: filmDraft })
        : await fixture.editor.createAudioStory({ body: soundDraft });
      const file = new Blob([content()]);

      const call = { params: { id }, files: { file } };
      const after = isFilm
        ? await fixture.editor.uploadShortFilmFile(call)
        : await fixture.editor.uploadAudioStoryFile(call);

      expect(after).toMatchObject({
        fileMimeType: mimeType,
        durationSeconds: seconds,
        duration: Math.max(1, Math.round(seconds / 60)),
        pages: null,
      });
      const event = (await fixture.service.publishedEvents()).at(-1)?.data;
      expect(event).toMatchObject({ file: { mimeType, durationSeconds: seconds, store: 'disk', pages: 0 } });
      const again = isFilm
        ? await fixture.editor.uploadShortFilmFile(call)
        : await fixture.editor.uploadAudioStoryFile(call);
      expect(again.version).toBe(after.version);
      expect(await liveIdsOf(fixture, isFilm ? 'shortfilm-updated' : 'audiostory-updated')).toEqual([id]);
    },
  );

  it.each([
    ['a film for an audio story', () => mp4Of({ seconds: 9, fileKind: 'video' })],
    ['an executable called story.mp3', () => new Uint8Array(Buffer.from('MZ\u0090\u0000 this program'))],
    ['HTML', () => new Uint8Array(Buffer.from('<html><script>alert(1)</script>'))],
    ['an empty file', () => new Uint8Array()],
  ])('%s is refused with a clear 400 and changes nothing (attack S29)', async (_name, content) => {
    await using fixture = await bootCatalog();
    const { _id: id, version } = await fixture.editor.createAudioStory({ body: soundDraft });
    const file = new Blob([content()], { type: 'audio/mpeg' });

    const answer = await refusal(fixture.editor.uploadAudioStoryFile({ params: { id }, files: { file } }));

    expect(answer).toMatchObject({
      status: 400,
      message: 'Invalid file type. Please upload an MP3, M4A or OGG file.',
    });
    expect((await fixture.editor.getAudioStoryDraft({ params: { id } })).version).toBe(version);
    expect(
      (await refusal(fixture.reader('asha').uploadAudioStoryFile({ params: { id }, files: { file } })))
        .status,
    ).toBe(403);
  });

  it('a clip that is a part of the film has its beginning there, which can change', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createDocumentary({ body: filmDraft });
    const preview = new Blob([mp4Of({ seconds: 15, fileKind: 'video' })]);
    const upload = (startsAt?: number) =>
      fixture.editor.uploadDocumentaryPreview({
        params: { id },
        body: { startsAt },
        files: { preview },
      });

    expect(await upload(62.5)).toMatchObject({ previewStartsAt: 62.5 });
    const event = (await fixture.service.publishedEvents()).at(-1)?.data;
    expect(event).toMatchObject({ preview: { durationSeconds: 15, startsAt: 62.5 } });
    const item = await fixture.reader('asha').getDocumentary({ params: { id } });
    expect(item.previewStartsAt).toBe(62.5);
    for (const wrong of [-1, Number.NaN, 1e9])
      expect((await refusal(upload(wrong))).message).toBe('Start of the clip must be a number of seconds');
    const { version } = await upload(62.5);
    expect(await upload(0)).toMatchObject({ previewStartsAt: 0, version: version + 1 });
    expect(await upload()).not.toHaveProperty('previewStartsAt');
  });

  it('of a film has a preview clip and captions by language; a book has neither', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createDocumentary({ body: filmDraft });
    const params = { id };
    const preview = new Blob([mp4Of({ seconds: 15, fileKind: 'video' })]);
    const captions = new Blob(['WEBVTT\n\n1\n00:01.000 --> 00:04.000 line:90%\nनमस्ते\n']);

    const clip = await fixture.editor.uploadDocumentaryPreview({ params, files: { preview } });
    expect(clip).toMatchObject({ hasPreview: true, previewUrl: `/api/documentaries/${id}/preview-clip` });
    expect(clip).not.toHaveProperty('previewStartsAt');
    await fixture.editor.uploadDocumentaryCaptions({
      params,
      body: { language: 'hi-in' },
      files: { captions },
    });
    const both = await fixture.editor.uploadDocumentaryCaptions({
      params,
      body: { language: 'EN' },
      files: { captions },
    });
    expect(both).toMatchObject({ hasCaptions: true, captionLanguages: ['en', 'hi-IN'] });
    const event = (await fixture.service.publishedEvents()).at(-1)?.data;
    expect(event).toMatchObject({
      preview: { mimeType: 'video/mp4', durationSeconds: 15 },
      captions: [{ language: 'en', mimeType: 'text/vtt; charset=utf-8' }, { language: 'hi-IN' }],
    });
    const less = await fixture.editor.deleteDocumentaryCaptions({ params: { id, language: 'hi-in' } });
    expect(less.captionLanguages).toEqual(['en']);
    expect(
      (await refusal(fixture.editor.deleteDocumentaryCaptions({ params: { id, language: 'hi-in' } }))).status,
    ).toBe(404);

    const book = await fixture.editor.createMagazine({ body: draft });
    const bookParams = { id: book._id };
    expect(
      (await refusal(fixture.editor.uploadMagazinePreview({ params: bookParams, files: { preview } })))
        .status,
    ).toBe(400);
    expect(
      (
        await refusal(
          fixture.editor.uploadMagazineCaptions({
            params: bookParams,
            body: { language: 'en' },
            files: { captions },
          }),
        )
      ).status,
    ).toBe(400);
    const issue = await fixture.editor.uploadMagazineFile({
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
    ['a text that is not WebVTT', 'Hello\n\n00:01.000 --> 00:04.000\nHi', 'Captions must be a WebVTT file.'],
    ['SubRip', '1\n00:00:01,000 --> 00:00:04,000\nHi', 'Captions must be a WebVTT file.'],
    [
      'a cue that ends before it starts',
      'WEBVTT\n\n00:04.000 --> 00:01.000\nHi',
      'These captions can not be read at line 3.',
    ],
    ['a cue without a time', 'WEBVTT\n\nsoon --> later\nHi', 'These captions can not be read at line 3.'],
    ['no cue', 'WEBVTT\n\nNOTE nothing yet', 'These captions have no cue.'],
    ['bytes that are not text', 'WEBVTT\n\xff\xfe', 'Captions must be a WebVTT file.'],
  ])('captions: %s is refused', async (_name, content, message) => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createShortFilm({ body: filmDraft });
    const captions = new Blob([
      new Uint8Array(Buffer.from(content, content.includes('\xff') ? 'latin1' : 'utf8')),
    ]);

    const call = fixture.editor.uploadShortFilmCaptions({
      params: { id },
      body: { language: 'en' },
      files: { captions },
    });

    expect(await refusal(call)).toMatchObject({ status: 400, message });
  });
});
