/** Three featured places over all kinds, however many want them at once. */
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, refusal } from './house.ts';

describe('featured', () => {
  const full = { status: 409, message: 'You can only select up to 3 featured publications.' };

  it('at most three are featured under thirty parallel writers (CAT-30, P41)', async () => {
    await using house = await bootCatalog();
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const made = await house.editor.createEbook({ body: { ...draft, title: `Book ${n}` } });
        return made._id;
      }),
    );

    const answers = await Promise.allSettled(
      ids.map((id) => house.editor.updateEbook({ params: { id }, body: { ...draft, featured: true } })),
    );

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const shown = await house.visitor.listEbooks({ query: { featured: 'true' } });
    expect(shown.total).toBe(3);
  });

  it('a fourth is refused in the words of the form, at creation too', async () => {
    await using house = await bootCatalog();
    for (let n = 0; n < 3; n++) await house.editor.createEbook({ body: { ...draft, featured: true } });

    expect(await refusal(house.editor.createEbook({ body: { ...draft, featured: true } }))).toEqual(full);
    expect((await house.visitor.listEbooks()).total).toBe(3);
  });

  it('a place comes back when an item is unfeatured or deleted', async () => {
    await using house = await bootCatalog();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++)
      ids.push((await house.editor.createEbook({ body: { ...draft, featured: true } }))._id);
    const [first = '', second = ''] = ids;

    await house.editor.updateEbook({ params: { id: first }, body: draft });
    await house.editor.deleteEbook({ params: { id: second } });

    await house.editor.createEbook({ body: { ...draft, featured: true } });
    await house.editor.createEbook({ body: { ...draft, featured: true } });
    expect(await refusal(house.editor.createEbook({ body: { ...draft, featured: true } }))).toEqual(full);
  });

  it('ten editors who feature the same item at once take one place', async () => {
    await using house = await bootCatalog();
    const feature = { ...draft, featured: true };
    const { _id: id } = await house.editor.createEbook({ body: draft });

    await Promise.all(
      Array.from({ length: 10 }, () => house.editor.updateEbook({ params: { id }, body: feature })),
    );

    for (let n = 0; n < 2; n++) await house.editor.createEbook({ body: feature });
    expect(await refusal(house.editor.createEbook({ body: feature }))).toEqual(full);
  });

  it('writers that feature and unfeature the same items at once never leave a fourth or lose a place', async () => {
    await using house = await bootCatalog();
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => (await house.editor.createEbook({ body: draft }))._id),
    );

    await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        house.editor.updateEbook({
          params: { id: ids[n % 6] ?? '' },
          body: { ...draft, featured: n % 4 !== 0 },
        }),
      ),
    );

    const list = () => house.visitor.listEbooks({ query: { featured: 'true' } });
    expect((await list()).total).toBeLessThanOrEqual(3);
    for (const id of ids) await house.editor.updateEbook({ params: { id }, body: draft });
    for (const id of ids.slice(0, 3))
      await house.editor.updateEbook({ params: { id }, body: { ...draft, featured: true } });
    expect((await list()).total).toBe(3);
  });
});
