/** The order of collections, replicas, and a restart. */
import { freshSuffix } from '@satrangi/chassis/testing';
import { catalogApi, curatedTexts } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCatalog } from './boot-catalog.ts';
import { bootShelf, publish, rain } from './curated-fixture.ts';

describe('the order', () => {
  const bootThree = async () => {
    const fixture = await bootShelf();
    for (const name of ['One', 'Two', 'Three']) await publish(fixture, { name });
    const shown = async () => (await fixture.visitor.listCurated()).items.map(({ slug }) => slug);
    const order = (slugs: string[], from?: string[]) =>
      fixture.editor.orderCurated({ body: { slugs, ...(from ? { from } : {}) } });
    return { ...fixture, shown, order };
  };

  it('is that of the editors; a new collection comes last', async () => {
    await using fixture = await bootThree();
    expect(await fixture.shown()).toEqual(['one', 'two', 'three']);
    await fixture.order(['three', 'one', 'two'], ['one', 'two', 'three']);
    await publish(fixture, { name: 'Four' });

    expect(await fixture.shown()).toEqual(['three', 'one', 'two', 'four']);
    expect((await fixture.editor.listEditorCurated()).map(({ slug }) => slug)).toEqual(await fixture.shown());
    expect((await fixture.visitor.getCurated({ params: { slug: 'one' } })).others).toMatchObject([
      { slug: 'three' },
      { slug: 'two' },
      { slug: 'four' },
    ]);
  });

  it.each([[['one', 'two']], [['one', 'two', 'two']], [['one', 'two', 'three', 'four']]])(
    '%s is not the list: refused with the present order',
    async (slugs) => {
      await using fixture = await bootThree();

      const error = await fixture.order(slugs).catch((thrown: unknown) => thrown);

      expect(error).toMatchObject({
        status: 409,
        message: curatedTexts.orderChanged,
        problem: { data: { current: ['one', 'two', 'three'] } },
      });
      expect(await fixture.shown()).toEqual(['one', 'two', 'three']);
    },
  );

  it('two editors who move at once: one succeeds, and a repetition of it too', async () => {
    await using fixture = await bootThree();
    const from = ['one', 'two', 'three'];
    const moves = [
      ['two', 'one', 'three'],
      ['one', 'three', 'two'],
    ];

    const answers = await Promise.allSettled(moves.map((slugs) => fixture.order(slugs, from)));

    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const shown = await fixture.shown();
    expect(await fixture.order(shown, from)).toEqual({ slugs: shown });
  });
});

it('a replica that got no message answers with the collection that a read names, also of the order', async () => {
  const env = { DB_SUFFIX: freshSuffix() };
  await using one = await bootShelf({ env });
  await using other = await bootCatalog({ env });
  const { slug } = await publish(one);
  await publish(one, { name: 'Second' });
  const read = async (path: string, readAfter: string) => {
    const response = await fetch(other.service.url + path, { headers: { 'x-read-after': readAfter } });
    return { confirmed: response.headers.get('x-changes'), body: await response.json() };
  };
  expect((await other.visitor.listCurated()).items).toEqual([]);

  const path = catalogApi.getCurated.path.replace(':slug', slug);
  expect(await read(path, `${slug}@1`)).toMatchObject({ confirmed: `${slug}@1`, body: rain });
  await one.editor.orderCurated({ body: { slugs: ['second', slug] } });
  expect(await read('/collections', '_order@1')).toMatchObject({
    confirmed: '_order@1',
    body: { items: [{ slug: 'second' }, { slug }] },
  });
  await one.editor.deleteCurated({ params: { slug } });
  expect(await read(path, '*')).toMatchObject({ confirmed: '*', body: { code: 'not-found' } });
  expect((await read('/collections', `${slug}@9`)).confirmed).toBe(null);
});

it('collections stay after a restart', async () => {
  const env = { DB_SUFFIX: freshSuffix() };
  {
    await using fixture = await bootShelf({ env });
    await publish(fixture);
  }
  await using again = await bootCatalog({ env });
  expect((await again.visitor.listCurated()).items).toMatchObject([rain]);
});
