/** Two editors with the same item open: nobody's work is replaced unseen. */
import { ApiError } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, filmDraft, type House, pdfOf, refusal, saidOf } from './house.ts';

const STALE = {
  status: 409,
  message:
    'Somebody else has changed this item since you opened it. Open it again to see their changes, then save yours.',
};
const over = (draftRevision: string) => ({ headers: { 'if-match': `"${draftRevision}"` } });

/** An eBook that two editors have opened. */
const openBook = async (house: House) => {
  const { _id: id, draftRevision } = await house.editor.createEbook({
    body: {
      ...draft,
      staffNote: { text: 'Read it aloud.', by: 'Leela' },
      tags: ['Pune'],
      transcript: 'Words.',
    },
  });
  const params = { id };
  const save = (change: object, revision?: string) =>
    house.editor.updateEbook(
      { params, body: { ...draft, ...change } },
      revision ? over(revision) : undefined,
    );
  return { params, draftRevision, save, open: () => house.editor.getEbookDraft({ params }) };
};

describe('a save that says what it began with', () => {
  it('is refused when somebody saved meanwhile, with a sentence, and changes and says nothing', async () => {
    await using house = await bootCatalog();
    const { params, draftRevision, save, open } = await openBook(house);
    const first = await save({ title: 'First editor' }, draftRevision);
    const said = (await saidOf(house, 'ebook-updated')).length;
    const announced = (await house.service.announced()).length;

    expect(await refusal(save({ title: 'Second editor', featured: true }, draftRevision))).toEqual(STALE);

    expect(await open()).toMatchObject({ title: 'First editor', version: first.version, featured: false });
    expect((await saidOf(house, 'ebook-updated')).length).toBe(said);
    expect((await house.service.announced()).length).toBe(announced);
    const again = await save({ title: 'Second editor' }, (await open()).draftRevision);
    expect(again.title).toBe('Second editor');
    expect((await house.visitor.getEbook({ params })).title).toBe('Second editor');
  });

  it('counts for one of twenty that come at once', async () => {
    await using house = await bootCatalog();
    const { draftRevision, save, open } = await openBook(house);

    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => save({ title: `Editor ${n}` }, draftRevision)),
    );

    const [winner, ...others] = answers.filter(({ status }) => status === 'fulfilled');
    expect(others).toEqual([]);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect([answer.reason instanceof ApiError, answer.reason.code]).toEqual([true, 'version-conflict']);
    expect(winner).toMatchObject({ value: { title: (await open()).title } });
  });

  it('is not disturbed by reviews and uploads, nor by a save that changes nothing', async () => {
    await using house = await bootCatalog();
    const { params, draftRevision, save, open } = await openBook(house);
    const before = await open();
    expect(before.draftRevision).toBe(draftRevision);
    await house.reader('asha').postReview({ params, body: { rating: 5, comment: 'Tender.' } });
    await house.editor.uploadEbookFile({ params, files: { file: await pdfOf(3) } });
    await house.editor.updateEbook({ params, body: before.draft as typeof draft });

    const saved = await save({ title: 'Mine' }, draftRevision);

    expect(saved).toMatchObject({ title: 'Mine', ratingCount: 1 });
    expect(saved.version).toBeGreaterThan(before.version + 2);
  });

  it('sees another transcript, another featured place and another file in Drive', async () => {
    await using house = await bootCatalog();
    const { _id: id } = await house.editor.createShortFilm({ body: filmDraft });
    const changes = [
      { transcript: 'Other words.' },
      { transcript: 'Other words.', featured: true },
      { driveLink: `https://drive.google.com/file/d/${'A'.repeat(33)}/view` },
    ];

    const revisions: string[] = [];
    for (const change of changes) {
      const saved = await house.editor.updateShortFilm({ params: { id }, body: { ...filmDraft, ...change } });
      revisions.push(saved.draftRevision);
    }

    expect(new Set(revisions).size).toBe(3);
  });
});

it('a save that says nothing of it replaces what is there, as it always did', async () => {
  await using house = await bootCatalog();
  const { save, open } = await openBook(house);

  await save({ title: 'First editor' });
  await save({ title: 'Second editor' });

  expect((await open()).title).toBe('Second editor');
});

it.each([
  ['any', '*', 200],
  ['one of several', '"0000000000000000", "{revision}"', 200],
  ['a bare one', '{revision}', 200],
  ['a weak one', 'W/"{revision}"', 409],
  ['another', '"0000000000000000"', 409],
  ['an empty one', '""', 409],
])('If-Match with %s is read as HTTP says', async (_name, ifMatch, status) => {
  await using house = await bootCatalog();
  const { _id: id, draftRevision } = await house.editor.createEbook({ body: draft });

  const answer = await fetch(`${house.service.url}/admin/ebooks/${id}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${house.editorToken}`,
      'content-type': 'application/json',
      'if-match': ifMatch.replace('{revision}', draftRevision),
    },
    body: JSON.stringify({ ...draft, title: 'Mine' }),
  });

  expect(answer.status).toBe(status);
  const { title } = await house.visitor.getEbook({ params: { id } });
  expect(title).toBe(status === 200 ? 'Mine' : draft.title);
});
