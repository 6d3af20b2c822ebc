import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshSuffix } from '@satrangi/chassis/testing';
import { Blob, Face, Font, Buffer as Line, shape } from 'harfbuzzjs';
import { describe, expect, it } from 'vitest';
import { decompress } from 'wawoff2';
import { bootCatalog, draft, type House, refusal, saidOf, until } from './house.ts';

const HINDI = { ...draft, title: 'बरसात के बाद', language: 'hi' } as const;
const URDU = { ...draft, title: 'رنگوں کا موسم', language: 'ur' } as const;
const UPDATED = 'title-faces-updated';

const publish = (house: House, body: typeof draft | object) =>
  house.editor.createEbook({ body: { ...draft, ...body } });
const made = (house: House) => house.service.runJob('cut-title-faces');
const facesOf = async (house: House) => (await house.visitor.listTitleFaces()).faces;
const scriptsOf = async (house: House) => (await facesOf(house)).map(({ script }) => script);
const faceOf = async (house: House, wanted: string) => {
  const face = (await facesOf(house)).find(({ script }) => script === wanted);
  if (!face) throw new Error(`there is no face for ${wanted}`);
  return face;
};
const fetchFace = (house: House, url: string) => fetch(`${house.service.url}${url.slice('/api'.length)}`);

/** How many glyphs of a line the font has. */
const setBy = (font: Uint8Array, text: string): { has: boolean; glyphs: number } => {
  const line = new Line();
  line.addText(text);
  line.guessSegmentProperties();
  shape(new Font(new Face(new Blob(new Uint8Array(font)))), line);
  const glyphs = line.getGlyphInfos().map(({ codepoint }) => codepoint);
  return { has: !glyphs.includes(0), glyphs: glyphs.length };
};
const fontAt = async (house: House, url: string) =>
  new Uint8Array(await decompress(new Uint8Array(await (await fetchFace(house, url)).arrayBuffer())));

/** Two catalogues of one shop: the same store and the same files. */
const sharedEnv = async () => ({
  DB_SUFFIX: freshSuffix(),
  DATA_DIR: await mkdtemp(join(tmpdir(), 'satrangi-faces-')),
});

describe('faces of titles', () => {
  it('a shelf without letters of other scripts has none', async () => {
    await using house = await bootCatalog();
    await publish(house, draft);
    await made(house);

    expect(await facesOf(house)).toEqual([]);
    expect(await saidOf(house, UPDATED)).toEqual([]);
  });

  it('are cut to the titles and names of the shelf, one for each script, and never change', async () => {
    await using house = await bootCatalog();
    await publish(house, HINDI);
    await publish(house, { ...URDU, author: 'زویا' });
    await made(house);

    expect(await scriptsOf(house)).toEqual(['devanagari', 'urdu']);
    expect(await saidOf(house, UPDATED)).toEqual(['devanagari', 'urdu']);
    const { url, bytes, unicodeRange } = await faceOf(house, 'devanagari');
    expect(unicodeRange).toBe('U+915,U+924,U+926,U+92C,U+930,U+938,U+93E,U+947');
    const answer = await fetchFace(house, url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(bytes),
    });
    expect(bytes).toBeLessThan(6_000);
    const urdu = await fontAt(house, (await faceOf(house, 'urdu')).url);
    for (const text of [URDU.title, 'زویا']) expect(setBy(urdu, text).has).toBe(true);
  });

  it('a new letter makes a new face; until then the script is left out, and older pages keep theirs', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await publish(house, HINDI);
    await made(house);
    const before = await faceOf(house, 'devanagari');
    const body = { ...HINDI, title: 'क्षितिज' };
    expect(setBy(await fontAt(house, before.url), body.title).has).toBe(false);

    await house.editor.updateEbook({ params: { id }, body });

    expect(await scriptsOf(house)).toEqual([]);
    await made(house);
    const after = await faceOf(house, 'devanagari');
    expect(after.url).not.toBe(before.url);
    // seven signs, of which क, the mark below it and ष are one
    expect(setBy(await fontAt(house, after.url), body.title)).toEqual({ has: true, glyphs: 5 });
    expect((await fetchFace(house, before.url)).status).toBe(200);
  });

  it('nothing is made again for titles there were before, for prices, or for a title taken from the shelf', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await publish(house, HINDI);
    await made(house);
    const face = await faceOf(house, 'devanagari');

    await house.editor.updateEbook({ params: { id }, body: { ...HINDI, priceINR: 1 } });
    await publish(house, HINDI);
    expect(await facesOf(house)).toEqual([face]);
    await house.editor.updateEbook({ params: { id }, body: { ...HINDI, title: 'After the Rain' } });
    await made(house);
    await house.editor.deleteEbook({ params: { id } });
    await made(house);

    expect(await facesOf(house)).toEqual([face]);
    expect(await saidOf(house, UPDATED)).toEqual(['devanagari']);
  });

  it('a title that left the shelf is still set whole on the shelves of its owners', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await publish(house, HINDI);
    await house.editor.deleteEbook({ params: { id } });
    await publish(house, { ...HINDI, title: 'छत की चाबी' });
    await made(house);

    const font = await fontAt(house, (await faceOf(house, 'devanagari')).url);
    expect(setBy(font, HINDI.title).has).toBe(true);
  });

  it('of an unknown name is not found, and a file that is no face neither', async () => {
    await using house = await bootCatalog();
    await publish(house, HINDI);
    const { key } = await house.service.kit.files.put(import.meta.filename, { mimeType: 'text/plain' });

    for (const id of ['0'.repeat(64), 'none', key]) {
      expect(await refusal(house.visitor.getTitleFace({ params: { id } }))).toEqual({
        status: 404,
        message: 'Face not found',
      });
    }
  });

  it('outlast a restart, and are made at the start when they are missing', async () => {
    const env = await sharedEnv();
    let face: Awaited<ReturnType<typeof faceOf>>;
    {
      await using house = await bootCatalog({ env });
      await publish(house, HINDI);
      await made(house);
      face = await faceOf(house, 'devanagari');
      await publish(house, URDU);
    }
    await using house = await bootCatalog({ env });

    expect(await facesOf(house)).toEqual([face]);
    expect((await fetchFace(house, face.url)).status).toBe(200);
    await until(
      () => scriptsOf(house),
      (scripts) => scripts.includes('urdu'),
    );
    expect(await saidOf(house, UPDATED)).toEqual(['urdu']);
    await rm(env.DATA_DIR, { recursive: true });
  });

  it('a stop in the middle leaves nothing half made', async () => {
    const env = await sharedEnv();
    {
      await using house = await bootCatalog({ env });
      await publish(house, HINDI);
      made(house).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await using house = await bootCatalog({ env });
    expect(await facesOf(house)).toEqual([]);
    await made(house);

    const { url } = await faceOf(house, 'devanagari');
    expect(setBy(await fontAt(house, url), HINDI.title).has).toBe(true);
    await rm(env.DATA_DIR, { recursive: true });
  });

  it('two catalogues that make the same at once make one, and both know it', async () => {
    const env = await sharedEnv();
    await using one = await bootCatalog({ env });
    await using other = await bootCatalog({ env });
    await publish(one, HINDI);
    await other.service.runJob('catch-up-shelf');

    await Promise.all([made(one), made(other)]);

    const [face] = await facesOf(one);
    expect(await facesOf(other)).toEqual([face]);
    expect([...(await saidOf(one, UPDATED)), ...(await saidOf(other, UPDATED))]).toEqual(['devanagari']);
    await rm(env.DATA_DIR, { recursive: true });
  });
});
