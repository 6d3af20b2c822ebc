/** Optimistic locking with If-Match for concurrent editors. */
import { ApiError } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import {
  bootCatalog,
  type CatalogFixture,
  draft,
  filmDraft,
  liveIdsOf,
  pdfOf,
  refusal,
} from './boot-catalog.ts';

const STALE = {
  status: 409,
  message:
    'Somebody else has changed this item since you opened it. Open it again to see their changes, then save yours.',
};
const ifMatch = (draftRevision: string) => ({ headers: { 'if-match': `"${draftRevision}"` } });

/** An eBook opened by two editors. */
const openBook = async (fixture: CatalogFixture) => {
  const { _id: id, draftRevision } = await fixture.editor.createEbook({
    body: {
      ...draft,
      staffNote: { text: 'Read it aloud.', by: 'Leela' },
      tags: ['Pune'],
      transcript: 'Words.',
    },
  });
  const params = { id };
  const save = (change: object, revision?: string) =>
    fixture.editor.updateEbook(
      { params, body: { ...draft, ...change } },
      revision ? ifMatch(revision) : undefined,
    );
  return { params, draftRevision, save, open: () => fixture.editor.getEbookDraft({ params }) };
};

describe('a save with If-Match', () => {
  it('is refused after another save, with a message, and changes and publishes nothing', async () => {
    await using fixture = await bootCatalog();
    const { params, draftRevision, save, open } = await openBook(fixture);
    const first = await save({ title: 'First editor' }, draftRevision);
    const liveCount = (await liveIdsOf(fixture, 'ebook-updated')).length;
    const announced = (await fixture.service.publishedEvents()).length;

    expect(await refusal(save({ title: 'Second editor', featured: true }, draftRevision))).toMatchObject(
      STALE,
    );

    expect(await open()).toMatchObject({ title: 'First editor', version: first.version, featured: false });
    expect((await liveIdsOf(fixture, 'ebook-updated')).length).toBe(liveCount);
    expect((await fixture.service.publishedEvents()).length).toBe(announced);
    const again = await save({ title: 'Second editor' }, (await open()).draftRevision);
    expect(again.title).toBe('Second editor');
    expect((await fixture.visitor.getEbook({ params })).title).toBe('Second editor');
  });

  it('succeeds for one of twenty concurrent editors', async () => {
    await using fixture = await bootCatalog();
    const { draftRevision, save, open } = await openBook(fixture);

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

  it('succeeds after reviews, uploads and saves without changes', async () => {
    await using fixture = await bootCatalog();
    const { params, draftRevision, save, open } = await openBook(fixture);
    const before = await open();
    expect(before.draftRevision).toBe(draftRevision);
    await fixture.reader('asha').postReview({ params, body: { rating: 5, comment: 'Tender.' } });
    await fixture.editor.uploadEbookFile({ params, files: { file: await pdfOf(3) } });
    await fixture.editor.updateEbook({ params, body: before.draft as typeof draft });

    const saved = await save({ title: 'Mine' }, draftRevision);

    expect(saved).toMatchObject({ title: 'Mine', ratingCount: 1 });
    expect(saved.version).toBeGreaterThan(before.version + 2);
  });

  it('detects a changed transcript, featured flag and Drive link', async () => {
    await using fixture = await bootCatalog();
    const { _id: id } = await fixture.editor.createShortFilm({ body: filmDraft });
    const changes = [
      { transcript: 'Other words.' },
      { transcript: 'Other words.', featured: true },
      { driveLink: `https://drive.google.com/file/d/${'A'.repeat(33)}/view` },
    ];

    const revisions: string[] = [];
    for (const change of changes) {
      const saved = await fixture.editor.updateShortFilm({
        params: { id },
        body: { ...filmDraft, ...change },
      });
      revisions.push(saved.draftRevision);
    }

    expect(new Set(revisions).size).toBe(3);
  });
});

it('a save without If-Match replaces the stored draft', async () => {
  await using fixture = await bootCatalog();
  const { save, open } = await openBook(fixture);

  await save({ title: 'First editor' });
  await save({ title: 'Second editor' });

  expect((await open()).title).toBe('Second editor');
});

it.each([
  ['any', '*', 200],
  ['one of several', '"0000000000000000", "{revision}"', 200],
  ['an unquoted one', '{revision}', 200],
  ['a weak one', 'W/"{revision}"', 409],
  ['another', '"0000000000000000"', 409],
  ['an empty one', '""', 409],
])('If-Match with %s follows the HTTP rules', async (_name, ifMatch, status) => {
  await using fixture = await bootCatalog();
  const { _id: id, draftRevision } = await fixture.editor.createEbook({ body: draft });

  const answer = await fetch(`${fixture.service.url}/admin/ebooks/${id}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${fixture.editorToken}`,
      'content-type': 'application/json',
      'if-match': ifMatch.replace('{revision}', draftRevision),
    },
    body: JSON.stringify({ ...draft, title: 'Mine' }),
  });

  expect(answer.status).toBe(status);
  const { title } = await fixture.visitor.getEbook({ params: { id } });
  expect(title).toBe(status === 200 ? 'Mine' : draft.title);
});
