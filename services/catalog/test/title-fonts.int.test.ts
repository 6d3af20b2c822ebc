import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshSuffix } from '@satrangi/chassis/testing';
import { Blob, Face, Font, Buffer as Line, shape } from 'harfbuzzjs';
import { describe, expect, it } from 'vitest';
import { decompress } from 'wawoff2';
import { bootCatalog, type CatalogFixture, draft, liveIdsOf, refusal, until } from './boot-catalog.ts';

const HINDI = { ...draft, title: 'बरसात के बाद', language: 'hi' } as const;
const URDU = { ...draft, title: 'رنگوں کا موسم', language: 'ur' } as const;
const UPDATED = 'title-faces-updated';

const publish = (fixture: CatalogFixture, body: typeof draft | object) =>
  fixture.editor.createEbook({ body: { ...draft, ...body } });
const buildFonts = (fixture: CatalogFixture) => fixture.service.runJob('build-title-fonts');
const fontsOf = async (fixture: CatalogFixture) => (await fixture.visitor.listTitleFonts()).faces;
const scriptsOf = async (fixture: CatalogFixture) => (await fontsOf(fixture)).map(({ script }) => script);
const fontFor = async (fixture: CatalogFixture, requested: string) => {
  const face = (await fontsOf(fixture)).find(({ script }) => script === requested);
  if (!face) throw new Error(`there is no font for ${requested}`);
  return face;
};
const fetchFont = (fixture: CatalogFixture, url: string) =>
  fetch(`${fixture.service.url}${url.slice('/api'.length)}`);

/** Whether a font has all glyphs of a text, and their number. */
const renderedBy = (font: Uint8Array, text: string): { has: boolean; glyphs: number } => {
  const line = new Line();
  line.addText(text);
  line.guessSegmentProperties();
  shape(new Font(new Face(new Blob(new Uint8Array(font)))), line);
  const glyphs = line.getGlyphInfos().map(({ codepoint }) => codepoint);
  return { has: !glyphs.includes(0), glyphs: glyphs.length };
};
const fontAt = async (fixture: CatalogFixture, url: string) =>
  new Uint8Array(await decompress(new Uint8Array(await (await fetchFont(fixture, url)).arrayBuffer())));

/** The environment of two replicas with a shared store and file folder. */
const sharedEnv = async () => ({
  DB_SUFFIX: freshSuffix(),
  DATA_DIR: await mkdtemp(join(tmpdir(), 'satrangi-faces-')),
});

describe('title fonts', () => {
  it('do not exist without titles in other scripts', async () => {
    await using fixture = await bootCatalog();
    await publish(fixture, draft);
    await buildFonts(fixture);

    expect(await fontsOf(fixture)).toEqual([]);
    expect(await liveIdsOf(fixture, UPDATED)).toEqual([]);
  });

  it('cover the titles and names of each script and are immutable', async () => {
    await using fixture = await bootCatalog();
    await publish(fixture, HINDI);
    await publish(fixture, { ...URDU, author: 'زویا' });
    await buildFonts(fixture);

    expect(await scriptsOf(fixture)).toEqual(['devanagari', 'urdu']);
    expect(await liveIdsOf(fixture, UPDATED)).toEqual(['devanagari', 'urdu']);
    const { url, bytes, unicodeRange } = await fontFor(fixture, 'devanagari');
    expect(unicodeRange).toBe('U+915,U+924,U+926,U+92C,U+930,U+938,U+93E,U+947');
    const answer = await fetchFont(fixture, url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(bytes),
    });
    expect(bytes).toBeLessThan(6_000);
    const urdu = await fontAt(fixture, (await fontFor(fixture, 'urdu')).url);
    for (const text of [URDU.title, 'زویا']) expect(renderedBy(urdu, text).has).toBe(true);
  });

  it('are rebuilt for a new letter; until then the script is omitted, and the old font stays available', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await publish(fixture, HINDI);
    await buildFonts(fixture);
    const before = await fontFor(fixture, 'devanagari');
    const body = { ...HINDI, title: 'क्षितिज' };
    expect(renderedBy(await fontAt(fixture, before.url), body.title).has).toBe(false);

    await fixture.editor.updateEbook({ params: { id }, body });

    expect(await scriptsOf(fixture)).toEqual([]);
    await buildFonts(fixture);
    const after = await fontFor(fixture, 'devanagari');
    expect(after.url).not.toBe(before.url);
    // Seven characters, of which three form one glyph.
    expect(renderedBy(await fontAt(fixture, after.url), body.title)).toEqual({ has: true, glyphs: 5 });
    expect((await fetchFont(fixture, before.url)).status).toBe(200);
  });

  it('are not rebuilt for known titles, prices or withdrawn titles', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await publish(fixture, HINDI);
    await buildFonts(fixture);
    const face = await fontFor(fixture, 'devanagari');

    await fixture.editor.updateEbook({ params: { id }, body: { ...HINDI, priceINR: 1 } });
    await publish(fixture, HINDI);
    expect(await fontsOf(fixture)).toEqual([face]);
    await fixture.editor.updateEbook({ params: { id }, body: { ...HINDI, title: 'After the Rain' } });
    await buildFonts(fixture);
    await fixture.editor.deleteEbook({ params: { id } });
    await buildFonts(fixture);

    expect(await fontsOf(fixture)).toEqual([face]);
    expect(await liveIdsOf(fixture, UPDATED)).toEqual(['devanagari']);
  });

  it('still cover a withdrawn title, which its owners see', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await publish(fixture, HINDI);
    await fixture.editor.deleteEbook({ params: { id } });
    await publish(fixture, { ...HINDI, title: 'छत की चाबी' });
    await buildFonts(fixture);

    const font = await fontAt(fixture, (await fontFor(fixture, 'devanagari')).url);
    expect(renderedBy(font, HINDI.title).has).toBe(true);
  });

  it('answer 404 for an unknown id and for a file that is not a font', async () => {
    await using fixture = await bootCatalog();
    await publish(fixture, HINDI);
    const { key } = await fixture.service.context.files.put(import.meta.filename, { mimeType: 'text/plain' });

    for (const id of ['0'.repeat(64), 'none', key]) {
      expect(await refusal(fixture.visitor.getTitleFont({ params: { id } }))).toMatchObject({
        status: 404,
        message: 'Face not found',
      });
    }
  });

  it('persist across a restart, and missing ones are built at start', async () => {
    const env = await sharedEnv();
    let face: Awaited<ReturnType<typeof fontFor>>;
    {
      await using fixture = await bootCatalog({ env });
      await publish(fixture, HINDI);
      await buildFonts(fixture);
      face = await fontFor(fixture, 'devanagari');
      await publish(fixture, URDU);
    }
    await using fixture = await bootCatalog({ env });

    expect(await fontsOf(fixture)).toEqual([face]);
    expect((await fetchFont(fixture, face.url)).status).toBe(200);
    await until(
      () => scriptsOf(fixture),
      (scripts) => scripts.includes('urdu'),
    );
    expect(await liveIdsOf(fixture, UPDATED)).toEqual(['urdu']);
    await rm(env.DATA_DIR, { recursive: true });
  });

  it('are complete after a stop during a build', async () => {
    const env = await sharedEnv();
    {
      await using fixture = await bootCatalog({ env });
      await publish(fixture, HINDI);
      buildFonts(fixture).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await using fixture = await bootCatalog({ env });
    expect(await fontsOf(fixture)).toEqual([]);
    await buildFonts(fixture);

    const { url } = await fontFor(fixture, 'devanagari');
    expect(renderedBy(await fontAt(fixture, url), HINDI.title).has).toBe(true);
    await rm(env.DATA_DIR, { recursive: true });
  });

  it('are stored once by two concurrent replicas', async () => {
    const env = await sharedEnv();
    await using one = await bootCatalog({ env });
    await using other = await bootCatalog({ env });
    await publish(one, HINDI);
    await other.service.runJob('catch-up-index');

    await Promise.all([buildFonts(one), buildFonts(other)]);

    const [face] = await fontsOf(one);
    expect(await fontsOf(other)).toEqual([face]);
    expect([...(await liveIdsOf(one, UPDATED)), ...(await liveIdsOf(other, UPDATED))]).toEqual([
      'devanagari',
    ]);
    await rm(env.DATA_DIR, { recursive: true });
  });
});
