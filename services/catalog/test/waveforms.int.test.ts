/** The waveform of a recording (decision 0153). */
import type { EditorItem } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootCatalog, type CatalogFixture, draft, pdfOf, refusal, soundDraft } from './boot-catalog.ts';
import { bootWithDrive } from './drive-fixture.ts';
import { mp3Of, mp4Of } from './media-files.ts';

const waveform = '0123456789abcdefghijklmnopqrstuvwxyz'.repeat(4).slice(0, 120);

const aRecording = async ({ editor }: CatalogFixture, frames = 383): Promise<EditorItem> => {
  const { _id: id } = await editor.createAudioStory({ body: soundDraft });
  return editor.uploadAudioStoryFile({ params: { id }, files: { file: new Blob([mp3Of(frames)]) } });
};
const fileOf = ({ fileId }: EditorItem): string => fileId ?? '';

it('is in the answer for one recording and in no list; a save and the same file keep it', async () => {
  await using fixture = await bootCatalog();
  const { editor, visitor } = fixture;
  const story = await aRecording(fixture);
  const params = { id: story._id };
  expect(story.hasWaveform).toBe(false);
  expect(await visitor.getAudioStory({ params })).not.toHaveProperty('waveform');

  const body = { fileId: fileOf(story), waveform };
  const measured = await editor.putWaveform({ params, body });
  expect(measured).toMatchObject({ hasWaveform: true, draftRevision: story.draftRevision });
  expect((await editor.putWaveform({ params, body })).version).toBe(measured.version);
  expect((await fixture.service.liveMessages()).at(-1)?.message).toEqual({
    type: 'audiostory-updated',
    id: story._id,
  });

  await editor.updateAudioStory({ params, body: { ...soundDraft, title: 'Night Shift' } });
  await editor.uploadAudioStoryFile({ params, files: { file: new Blob([mp3Of(383)]) } });
  expect((await visitor.getAudioStory({ params })).waveform).toBe(waveform);
  expect((await visitor.getMedia({ params })).waveform).toBe(waveform);

  const lists = [
    await visitor.listAudioStories({ query: {} }),
    await visitor.listAudioStories({ query: { limit: 5 } }),
    await visitor.search({ query: { q: 'night' } }),
    await editor.listEditorMedia({ query: {} }),
  ];
  expect(lists.map(({ items }) => items.map(({ title }) => title))).toEqual(lists.map(() => ['Night Shift']));
  expect(JSON.stringify(lists)).not.toContain(waveform);
  expect(JSON.stringify(await fixture.service.publishedEvents())).not.toContain(waveform);
});

it('is in the list of the oral histories of the archives, whose cards draw it, and in no other list of them', async () => {
  await using fixture = await bootCatalog();
  const { editor, visitor } = fixture;
  const { _id: id } = await editor.createOralHistory({ body: { ...soundDraft, page: 'Archives' } });
  const params = { id };
  const recorded = await editor.uploadOralHistoryFile({ params, files: { file: new Blob([mp3Of(383)]) } });
  const archives = async (limit?: number) => {
    const query = { page: 'Archives', ...(limit ? { limit } : {}) };
    return (await visitor.listOralHistories({ query })).items.map((item) => item.waveform);
  };
  expect(await archives()).toEqual([undefined]);

  await editor.putWaveform({ params, body: { fileId: fileOf(recorded), waveform } });

  expect(await archives()).toEqual([waveform]);
  expect(await archives(100)).toEqual([waveform]);
  const others = [
    await visitor.listOralHistories({ query: {} }),
    await visitor.search({ query: { page: 'Archives' } }),
  ];
  expect(others.map(({ total }) => total)).toEqual([1, 1]);
  expect(JSON.stringify(others)).not.toContain(waveform);
});

it('is that of the file: another file has none, and that of an earlier file is refused', async () => {
  await using fixture = await bootCatalog();
  const { editor, visitor } = fixture;
  const story = await aRecording(fixture);
  const params = { id: story._id };
  await editor.putWaveform({ params, body: { fileId: fileOf(story), waveform } });

  const other = await editor.uploadAudioStoryFile({ params, files: { file: new Blob([mp3Of(500)]) } });
  expect(other.hasWaveform).toBe(false);
  expect(await visitor.getAudioStory({ params })).not.toHaveProperty('waveform');
  const late = await refusal(editor.putWaveform({ params, body: { fileId: fileOf(story), waveform } }));
  expect(late).toMatchObject({ status: 409, code: 'version-conflict' });
  expect((await editor.getAudioStoryDraft({ params })).hasWaveform).toBe(false);
});

it('is known after a restart', async () => {
  const env = { DB_SUFFIX: `_waveforms${process.pid}` };
  await using fixture = await bootCatalog({ env });
  const story = await aRecording(fixture);
  const params = { id: story._id };
  await fixture.editor.putWaveform({ params, body: { fileId: fileOf(story), waveform } });
  await using again = await bootCatalog({ env });
  expect((await again.visitor.getAudioStory({ params })).waveform).toBe(waveform);
});

it.each([
  ['too short', waveform.slice(1)],
  ['too long', `${waveform}0`],
  ['of other characters', `${waveform.slice(1)}-`],
  ['of capitals', waveform.toUpperCase()],
  ['empty', ''],
])('%s is refused', async (_name, malformed) => {
  await using fixture = await bootCatalog();
  const story = await aRecording(fixture);
  const body = { fileId: fileOf(story), waveform: malformed };
  const answer = await refusal(fixture.editor.putWaveform({ params: { id: story._id }, body }));
  expect(answer).toMatchObject({ status: 400, message: 'That waveform is not valid' });
});

it('is for recordings with a file, and for editors only', async () => {
  await using fixture = await bootCatalog();
  const { editor } = fixture;
  const put = (id: EditorItem['_id'], fileId: string, caller = editor) =>
    refusal(caller.putWaveform({ params: { id }, body: { fileId, waveform } }));
  const book = await editor.createEbook({ body: draft });
  const withPdf = await editor.uploadEbookFile({
    params: { id: book._id },
    files: { file: await pdfOf(3) },
  });
  expect(await put(book._id, fileOf(withPdf))).toMatchObject({
    status: 400,
    message: 'Only a recording has a waveform',
  });
  const planned = await editor.createAudioStory({ body: soundDraft });
  expect(await put(planned._id, 'anything')).toMatchObject({ status: 409 });
  const story = await aRecording(fixture);
  expect(await put(story._id, fileOf(story), fixture.reader('asha'))).toMatchObject({ status: 403 });
});

it('is measured from the stored file, which only editors read here', async () => {
  await using fixture = await bootCatalog();
  const { editor } = fixture;
  const story = await aRecording(fixture);
  const params = { id: story._id };
  const answer = await editor.getRecording({ params });
  expect(answer.headers.get('etag')).toBe(`"${story.fileId}"`);
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(mp3Of(383)));

  expect(await refusal(fixture.reader('asha').getRecording({ params }))).toMatchObject({ status: 403 });
  expect(await refusal(fixture.visitor.getRecording({ params }))).toMatchObject({ status: 401 });
  const book = await editor.createEbook({ body: draft });
  await editor.uploadEbookFile({ params: { id: book._id }, files: { file: await pdfOf(3) } });
  const planned = await editor.createAudioStory({ body: soundDraft });
  for (const { _id: id } of [book, planned])
    expect(await refusal(editor.getRecording({ params: { id } }))).toMatchObject({ status: 404 });
});

it('of a recording in Drive is measured from there, and ends when the file changes there', async () => {
  await using drive = await bootWithDrive();
  const { editor, visitor } = drive.fixture;
  const sound = (seconds: number) => new Blob([mp4Of({ seconds, fileKind: 'audio' })], { type: 'audio/mp4' });
  const { id, link } = await drive.upload(sound(90), { mimeType: 'audio/mp4' });
  const body = { ...soundDraft, fileFollows: false, driveLink: link };
  const { _id } = await editor.createAudioStory({ body });
  const params = { id: _id };
  await drive.fixture.service.runWork();

  const answer = await editor.getRecording({ params });
  expect((await answer.blob()).size).toBe(sound(90).size);
  const fileId = answer.headers.get('etag')?.replaceAll('"', '') ?? '';
  const measured = await editor.putWaveform({ params, body: { fileId, waveform } });
  expect(measured).toMatchObject({ hasWaveform: true, fileId: id });
  await editor.updateAudioStory({ params, body: { ...body, title: 'Night Shift' } });
  await drive.fixture.service.runWork();
  expect((await visitor.getAudioStory({ params })).waveform).toBe(waveform);

  await drive.upload(sound(120), { id, mimeType: 'audio/mp4' });
  await editor.updateAudioStory({ params, body });
  await drive.fixture.service.runWork();
  const replaced = await visitor.getAudioStory({ params });
  expect(replaced.durationSeconds).toBe(120);
  expect(replaced).not.toHaveProperty('waveform');
});
