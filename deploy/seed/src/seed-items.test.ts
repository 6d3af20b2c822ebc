import { readFile, stat } from 'node:fs/promises';
import { draftOfKind, kindOf, mediaTypes, type StoredMediaType, SYNTHETIC_VOICE } from '@satrangi/contracts';
import { drawMotif } from '@satrangi/contracts/covers';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readWebVtt } from './captions.ts';
import { loadSeedItems } from './load-seed-items.ts';
import { readParts, transcriptOf } from './narration.ts';
import { readRecording, wordsSha256 } from './recording.ts';
import type { SeedItem } from './seed-items.ts';
import { readMagazines, readText } from './seed-media.ts';
import { narrationOf, readStoryboard } from './storyboard.ts';

const items = await loadSeedItems();
const of = (...kinds: StoredMediaType[]): SeedItem[] => items.filter(({ kind }) => kinds.includes(kind));
const newKinds = mediaTypes.filter(({ stored }) => stored !== 'ebook');
const audioItems = of('audio-story', 'oral-history');
const films = of('short-film', 'documentary');

const scripts: Record<string, RegExp> = {
  en: /\p{Script=Latin}/u,
  hi: /\p{Script=Devanagari}/u,
  mr: /\p{Script=Devanagari}/u,
  ta: /\p{Script=Tamil}/u,
  bn: /\p{Script=Bengali}/u,
};

/** The file type by its magic bytes. */
const kindOfBytes = (bytes: Buffer): string => {
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  if (bytes.toString('latin1', 4, 8) === 'ftyp')
    return bytes.toString('latin1', 8, 12) === 'M4A ' ? 'm4a' : 'mp4';
  return bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0 ? 'mp3' : 'unknown';
};

/** Duration from the MP4 or M4A header; for a constant-rate MP3 from its size. */
const secondsIn = (bytes: Buffer): number => {
  const header = bytes.indexOf('mvhd', 0, 'latin1');
  if (header < 0) return (bytes.length * 8) / 24_000;
  return bytes.readUInt32BE(header + 20) / bytes.readUInt32BE(header + 16);
};

describe('the seed items', () => {
  it('credit no person for a synthetic voice', () => {
    for (const { draft } of of('audio-story')) {
      expect(draft.author).toBeTruthy();
      expect(draft.narrator).toBe(SYNTHETIC_VOICE);
    }
  });

  it.each(newKinds)('has at least five of: $label; one free, one without a price', ({ stored }) => {
    const shelf = of(stored);

    expect(shelf.length).toBeGreaterThanOrEqual(5);
    expect(shelf.filter(({ draft }) => draft.priceINR === 0).length).toBeGreaterThanOrEqual(1);
    expect(shelf.filter(({ draft }) => draft.priceINR === null && draft.priceUSD === null)).toHaveLength(1);
  });

  it('has stories and histories in at least four languages, two of the histories free', () => {
    for (const kind of ['audio-story', 'oral-history'] as const)
      expect(new Set(of(kind).map(({ draft }) => draft.language)).size).toBeGreaterThanOrEqual(4);
    expect(of('oral-history').filter(({ draft }) => draft.priceINR === 0).length).toBeGreaterThanOrEqual(2);
  });

  it('has oral histories, documentaries and magazines in the archives', () => {
    const archived = items.filter(({ draft }) => draft.collection === 'archives');

    expect(new Set(archived.map(({ kind }) => kind))).toEqual(
      new Set(['oral-history', 'documentary', 'magazine']),
    );
  });

  it('has an oral history in the digital library, too (WEB-49)', () => {
    const library = items.filter(({ draft }) => draft.collection === 'digital-library');
    expect(library.map(({ kind }) => kind)).toContain('oral-history');
  });

  it('features three items in all', () => {
    expect(items.filter(({ draft }) => draft.featured)).toHaveLength(3);
  });

  it('have unique titles in the script of their language', () => {
    expect(new Set(items.map(({ slug }) => slug)).size).toBe(items.length);
    const foreign = items.filter(
      ({ draft }) => !(scripts[draft.language ?? ''] ?? /\p{Script=Arabic}/u).test(draft.title),
    );
    expect(foreign.map(({ slug }) => slug)).toEqual([]);
  });

  it('have covers in the pigment of their kind with two other pigments', () => {
    const wrong = items.filter(({ kind, draft: { cover } }) => {
      if (kind === 'ebook' || !cover) return false;
      const inks = new Set([cover.ground, cover.figure, cover.accent]);
      return cover.ground !== kindOf(kind).pigment || inks.size < 3;
    });
    expect(wrong.map(({ slug }) => slug)).toEqual([]);
  });

  it('have a motif each that no other title has, and so no two drawings alike', () => {
    const drawn = items.flatMap(({ draft: { cover, title } }) => (cover ? [{ cover, title }] : []));
    expect(drawn).toHaveLength(items.length);
    expect(new Set(drawn.map(({ cover }) => cover.motif)).size).toBe(items.length);
    const shapes = drawn.map(({ cover, title }) =>
      JSON.stringify(
        drawMotif(cover, title).art.map((shape) => ('d' in shape ? shape.d : [shape.cx, shape.cy, shape.rx])),
      ),
    );
    expect(new Set(shapes).size).toBe(items.length);
  });

  it('have a drawing for films that fills a picture of 16 to 9', () => {
    for (const { slug, draft } of films) {
      expect(draft.cover, slug).toBeTruthy();
      const { art } = drawMotif(draft.cover ?? expect.unreachable(), draft.title);
      const outlines = art.flatMap((shape) => ('d' in shape ? [shape.d] : []));
      // the kolam, the shirt and the case of type stand alone on their ground
      if (!['kolam', 'buttons', 'typecase'].includes(draft.cover?.motif ?? ''))
        expect(outlines.join(), slug).toMatch(/M-(8\d|9\d|100) /);
    }
  });

  it('have a film of four minutes with the same captions in three languages', async () => {
    const { draft, captions } = films.find(({ slug }) => slug === 'ek-chhaata') ?? expect.unreachable();
    const scenes = readStoryboard(await readText('short-film', 'ek-chhaata')).flatMap(({ scenes }) => scenes);

    const { durationSeconds } = await readRecording('ek-chhaata');
    expect(durationSeconds).toBeGreaterThan(240);
    expect(durationSeconds).toBeLessThan(270);
    expect(captions.map(({ language }) => language)).toEqual(['hi', 'en', 'mr']);
    const cues = await Promise.all(
      captions.map(async ({ path }) => readWebVtt(await readFile(path, 'utf8'))),
    );
    const times = cues.map((of) => of.map(({ start, end }) => [start, end]));
    expect(times[1]).toEqual(times[0]);
    expect(times[2]).toEqual(times[0]);
    expect(draft.description).toContain('twenty-two scenes');
    expect(scenes).toHaveLength(22);
    expect(new Set(scenes.map(({ picture }) => picture.motif)).size).toBeGreaterThanOrEqual(20);
  });

  it.each(items)('have a draft that the catalog accepts: $slug', ({ kind, draft }) => {
    expect(draftOfKind(kindOf(kind)).safeParse(draft).error).toBeUndefined();
  });

  it('disclose every synthetic voice', () => {
    const silent = [...audioItems, ...films].filter(({ draft }) => !draft.moreInfo?.includes('synthetic'));
    expect(silent).toEqual([]);
  });

  it('weighs at most 19 MB without the ebooks', async () => {
    const paths = items
      .filter(({ kind }) => kind !== 'ebook')
      .flatMap(({ file, preview, captions }) => [file, preview, ...captions.map(({ path }) => path)]);
    const sizes = await Promise.all(paths.flatMap((path) => (path ? [stat(path)] : [])));

    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(19_000_000);
  });
});

describe.each([...audioItems, ...films])('the recording of $slug', (item) => {
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await readFile(item.file ?? '');
  });

  it('has the type of its extension and the recorded duration', async () => {
    const { durationSeconds } = await readRecording(item.slug);

    expect(kindOfBytes(bytes)).toBe(item.file?.split('.').at(-1));
    expect(Math.abs(secondsIn(bytes) - durationSeconds)).toBeLessThan(0.5);
    const [least, most] = films.includes(item) ? [20, 300] : [120, 1_300];
    expect(durationSeconds).toBeGreaterThan(least ?? 0);
    expect(durationSeconds).toBeLessThan(most ?? 0);
  });

  it('has a waveform that shows its pauses; a film has none', async () => {
    const { waveform } = await readRecording(item.slug);

    expect(item.waveform).toBe(waveform);
    expect(new Set(waveform).size > 10).toBe(audioItems.includes(item));
  });

  it('has a shorter clip of the same type', async () => {
    const clip = await readFile(item.preview ?? '');

    expect(kindOfBytes(clip)).toBe(kindOfBytes(bytes));
    expect(secondsIn(clip)).toBeLessThan(16);
    expect(secondsIn(clip)).toBeGreaterThan(5);
  });

  it('has chapters in order, the first at the start', async () => {
    const { durationSeconds, chapters } = await readRecording(item.slug);
    const starts = chapters.map(({ startSeconds }) => startSeconds);

    expect(starts[0]).toBe(0);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(Math.max(...starts)).toBeLessThan(durationSeconds - 2);
    const written = (await readText(item.kind, item.slug)).match(/^# .+$/gm);
    expect(chapters.map(({ title }) => `# ${title}`)).toEqual(written);
    expect(item.draft.chapters).toEqual(chapters);
  });

  it('has consecutive captions of one sentence, in the script of their language', async () => {
    const { durationSeconds } = await readRecording(item.slug);
    for (const { language, path } of item.captions) {
      const cues = readWebVtt(await readFile(path, 'utf8'));
      expect(cues.length).toBeGreaterThan(3);
      expect(cues.filter(({ text }) => !scripts[language]?.test(text))).toEqual([]);
      expect(cues.filter(({ start, end }, n) => end <= start || start < (cues[n - 1]?.end ?? 0))).toEqual([]);
      expect(cues.at(-1)?.end).toBeLessThan(durationSeconds);
      expect(Math.max(...cues.map(({ text }) => text.length))).toBeLessThan(films.includes(item) ? 120 : 210);
    }
  });
});

describe('the words', () => {
  it.each(audioItems)('of $slug match the captions and the transcript', async (item) => {
    const parts = readParts(await readText(item.kind, item.slug));
    const { wordsSha256: spoken } = await readRecording(item.slug);
    const cues = readWebVtt(await readFile(item.captions[0]?.path ?? '', 'utf8'));
    const letters = (text: string): string => text.replaceAll(/\s/g, '');

    expect(wordsSha256(transcriptOf(parts, null))).toBe(spoken);
    expect(letters(cues.map(({ text }) => text).join(' '))).toBe(letters(transcriptOf(parts, null)));
    const unnamed = item.draft.transcript?.replaceAll(/^[^:\n]{1,40}: /gm, '');
    const text = item.kind === 'oral-history' ? unnamed : item.draft.transcript;
    expect(letters(text ?? '')).toBe(letters(transcriptOf(parts, null)));
  });

  it.each(films)('of $slug match the captions, with English captions', async (item) => {
    const narration = narrationOf(readStoryboard(await readText(item.kind, item.slug)));

    expect(wordsSha256(narration)).toBe((await readRecording(item.slug)).wordsSha256);
    expect(item.draft.transcript).toBe(narration);
    expect(item.captions.map(({ language }) => language)).toContain('en');
    expect(item.captions.map(({ language }) => language)).toContain(item.draft.language);
  });
});

describe.each(await readMagazines())('the issue $slug', (issue) => {
  it('is a small PDF with metadata, 8 to 20 pages and every piece in its outline', async () => {
    const bytes = await readFile(items.find(({ slug }) => slug === issue.slug)?.file ?? '');
    const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
    const document = await task.promise;
    const { info } = await document.getMetadata();
    const [, ...pieces] = (await document.getOutline()) ?? [];
    const written = (await readText('magazine', issue.slug)).match(/^# .+$/gm);

    expect(bytes.byteLength).toBeLessThan(200 * 1024);
    expect(document.numPages).toBeGreaterThanOrEqual(8);
    expect(document.numPages).toBeLessThanOrEqual(20);
    expect(info).toMatchObject({ Title: issue.title, Author: issue.author, Language: issue.language });
    expect(pieces.map(({ title }) => `# ${title}`)).toEqual(written);
    await task.destroy();
  });
});
