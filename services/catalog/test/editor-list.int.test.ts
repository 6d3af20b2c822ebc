/** The list of editors: pages by offset, and filters on what readers never see; and the way back from a deletion. */
import { MediaId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, liveIdsOf, pdfOf, refusal, until } from './boot-catalog.ts';
import { bootWithDrive, film } from './drive-fixture.ts';

describe('the list of editors', () => {
  it('has pages by offset, finds an id, and separates what is not for sale (ADM-06)', async () => {
    await using fixture = await bootCatalog();
    const made = await Promise.all(
      ['A', 'B', 'C'].map((title) => fixture.editor.createEbook({ body: { ...draft, title } })),
    );
    const [first] = made;
    const id = first?._id ?? MediaId.parse('none');
    await fixture.editor.uploadEbookFile({ params: { id }, files: { file: await pdfOf(3) } });
    const list = async (query: object) => {
      const { items, total } = await fixture.editor.listEditorMedia({ query: { sort: 'title', ...query } });
      return [items.map(({ title }) => title).join(''), total];
    };

    expect(await list({ limit: 2, offset: 0 })).toEqual(['AB', 3]);
    expect(await list({ limit: 2, offset: 2 })).toEqual(['C', 3]);
    expect(await list({ limit: 2, offset: 9 })).toEqual(['', 3]);
    expect(await list({ forSale: 'false', offset: 0 })).toEqual(['BC', 2]);
    expect(await list({ forSale: 'true' })).toEqual(['A', 1]);
    expect(await list({ offset: 0, q: id })).toEqual(['A', 1]);
    expect((await refusal(fixture.editor.listEditorMedia({ query: { offset: -1 } }))).status).toBe(400);
  });

  it('finds items whose Drive file cannot be read, and returns the account to share files with (ADM-10)', async () => {
    await using drive = await bootWithDrive();
    const { editor } = drive.fixture;
    const [good, bad] = [await drive.upload(film()), await drive.upload(film())];
    await drive.share(bad.id, 'no-access');
    const body = { title: 'F', director: 'D', description: 'A film.', format: 'video' } as const;
    await editor.createShortFilm({ body: { ...body, title: 'Good', driveLink: good.link } });
    await editor.createShortFilm({ body: { ...body, title: 'Bad', driveLink: bad.link } });

    const problems = () => editor.listEditorMedia({ query: { driveState: 'problem' } });
    const { items } = await until(problems, ({ total }) => total === 1);
    expect(items.map(({ title, driveState }) => [title, driveState])).toEqual([['Bad', 'no-access']]);
    expect(await editor.getDriveAccount()).toEqual({ email: 'sandbox@satrangi.example' });

    await using alone = await bootCatalog();
    expect(await alone.editor.getDriveAccount()).toEqual({ email: null });
    expect((await refusal(alone.reader('asha').getDriveAccount())).status).toBe(403);
  });
});

describe('a deleted item', () => {
  it('comes back as it was, but not featured, and only under its kind', async () => {
    await using fixture = await bootCatalog();
    const made = await fixture.editor.createEbook({ body: { ...draft, featured: true } });
    const params = { id: made._id };
    await fixture.editor.deleteEbook({ params });
    expect((await refusal(fixture.visitor.getEbook({ params }))).status).toBe(404);
    for (let n = 0; n < 3; n++) await fixture.editor.createEbook({ body: { ...draft, featured: true } });

    expect((await refusal(fixture.editor.restoreMagazine({ params }))).message).toBe('Magazine not found');
    const restored = await fixture.editor.restoreEbook({ params });
    expect(restored).toMatchObject({ title: made.title, priceINR: 299, featured: false });
    expect(await fixture.visitor.getEbook({ params })).toMatchObject({ title: made.title });
    expect((await fixture.editor.restoreEbook({ params })).version).toBe(restored.version);
    expect(await liveIdsOf(fixture, 'ebook-updated')).toContain(made._id);
    expect((await refusal(fixture.reader('asha').restoreEbook({ params }))).status).toBe(403);
  });
});

it('deleted items are listed for editors, the latest first, until they are restored', async () => {
  await using fixture = await bootCatalog();
  const ids: MediaId[] = [];
  for (const title of ['A', 'B', 'C']) {
    const { _id } = await fixture.editor.createEbook({ body: { ...draft, title } });
    ids.push(_id);
    fixture.service.clock.advance(1_000);
    if (title !== 'C') await fixture.editor.deleteEbook({ params: { id: _id } });
  }
  const titles = async () => (await fixture.editor.listDeletedMedia()).map(({ title }) => title);

  expect(await titles()).toEqual(['B', 'A']);
  expect((await fixture.editor.listDeletedMedia())[0]).toEqual({
    _id: ids[1],
    mediaType: 'ebook',
    title: 'B',
    creator: expect.any(String),
    deletedAt: expect.stringMatching(/Z$/),
  });
  expect((await refusal(fixture.visitor.listDeletedMedia())).status).toBe(401);
  await fixture.editor.restoreEbook({ params: { id: ids[1] ?? MediaId.parse('none') } });
  expect(await titles()).toEqual(['A']);
});
