/** The three featured slots over all kinds, under concurrent writers. */
import { describe, expect, it, vi } from 'vitest';
import { bootCatalog, draft, refusal } from './boot-catalog.ts';

describe('featured', () => {
  const full = { status: 409, message: 'You can only select up to 3 featured publications.' };

  it('has at most three items under thirty concurrent writers (CAT-30, P41, P85)', async () => {
    await using fixture = await bootCatalog();
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const made = await fixture.editor.createEbook({ body: { ...draft, title: `Book ${n}` } });
        return made._id;
      }),
    );

    const answers = await Promise.allSettled(
      ids.map((id) => fixture.editor.updateEbook({ params: { id }, body: { ...draft, featured: true } })),
    );

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const shown = await fixture.visitor.listEbooks({ query: { featured: 'true' } });
    expect(shown.total).toBe(3);
  });

  it('refuses a fourth item with the specified message, also at creation', async () => {
    await using fixture = await bootCatalog();
    for (let n = 0; n < 3; n++) await fixture.editor.createEbook({ body: { ...draft, featured: true } });

    expect(await refusal(fixture.editor.createEbook({ body: { ...draft, featured: true } }))).toMatchObject(
      full,
    );
    expect((await fixture.visitor.listEbooks()).total).toBe(3);
  });

  it('releases a slot when an item is unfeatured or deleted', async () => {
    await using fixture = await bootCatalog();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++)
      ids.push((await fixture.editor.createEbook({ body: { ...draft, featured: true } }))._id);
    const [first = '', second = ''] = ids;

    await fixture.editor.updateEbook({ params: { id: first }, body: draft });
    await fixture.editor.deleteEbook({ params: { id: second } });

    await fixture.editor.createEbook({ body: { ...draft, featured: true } });
    await fixture.editor.createEbook({ body: { ...draft, featured: true } });
    expect(await refusal(fixture.editor.createEbook({ body: { ...draft, featured: true } }))).toMatchObject(
      full,
    );
  });

  it('uses one slot for ten concurrent editors of one item', async () => {
    await using fixture = await bootCatalog();
    const feature = { ...draft, featured: true };
    const { _id: id } = await fixture.editor.createEbook({ body: draft });

    await Promise.all(
      Array.from({ length: 10 }, () => fixture.editor.updateEbook({ params: { id }, body: feature })),
    );

    for (let n = 0; n < 2; n++) await fixture.editor.createEbook({ body: feature });
    expect(await refusal(fixture.editor.createEbook({ body: feature }))).toMatchObject(full);
  });

  it('takes a slot that another writer releases between the try and the look at its holders', async () => {
    await using fixture = await bootCatalog();
    const feature = { ...draft, featured: true };
    await fixture.editor.createEbook({ body: feature });
    const { connection } = fixture.service.internals.store;
    const slots = Object.values(connection.models).find(
      ({ collection }) => collection.name === 'featured-slots',
    );
    if (!slots) expect.unreachable();
    const others = ['other-1', 'other-2'].map((claim) => ({ claim, mediaId: claim, at: new Date() }));
    await slots.updateOne({}, { $push: { holders: { $each: others } } });
    const findById = slots.findById.bind(slots);
    const look = vi.spyOn(slots, 'findById').mockImplementationOnce((...query) => {
      const found = findById(...query);
      found.pre(() => slots.updateOne({}, { $pull: { holders: { mediaId: /^other/ } } }).exec());
      return found;
    });

    await fixture.editor.createEbook({ body: feature });

    expect(look).toHaveBeenCalledOnce();
  });

  it('never exceeds three and never loses a slot under concurrent featuring and unfeaturing', async () => {
    await using fixture = await bootCatalog();
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => (await fixture.editor.createEbook({ body: draft }))._id),
    );

    await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        fixture.editor.updateEbook({
          params: { id: ids[n % 6] ?? '' },
          body: { ...draft, featured: n % 4 !== 0 },
        }),
      ),
    );

    const list = () => fixture.visitor.listEbooks({ query: { featured: 'true' } });
    expect((await list()).total).toBeLessThanOrEqual(3);
    for (const id of ids) await fixture.editor.updateEbook({ params: { id }, body: draft });
    for (const id of ids.slice(0, 3))
      await fixture.editor.updateEbook({ params: { id }, body: { ...draft, featured: true } });
    expect((await list()).total).toBe(3);
  });
});
