/** The file of an item, its clip, its words and its captions. */
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, filmDraft, pdfOf, refusal, saidOf, soundDraft } from './house.ts';
import { mp3Of, mp4Of, oggOf, webmOf } from './reels.ts';

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
