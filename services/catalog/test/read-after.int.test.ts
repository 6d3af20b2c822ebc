import type { MediaItem } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootCatalog, bootReplicas, draft } from './boot-catalog.ts';

/** Two replicas over one store, each with a live log of its own: neither receives the messages of the other. */
const read = async (url: string, readAfter: string) => {
  const response = await fetch(url, { headers: { 'x-read-after': readAfter } });
  return { confirmed: response.headers.get('x-changes'), body: (await response.json()) as MediaItem };
};

it('a replica reads named versions from the store, for an item and for lists (P100)', async () => {
  const [one, other] = await bootReplicas();
  await using _one = one;
  await using _other = other;
  const { _id: id } = await one.editor.createEbook({ body: draft });
  const url = other.service.url;

  expect(await read(`${url}/ebooks/${id}`, `${id}@1`)).toMatchObject({
    confirmed: `${id}@1`,
    body: { title: draft.title },
  });
  await one.editor.updateEbook({ params: { id }, body: { ...draft, title: 'Second' } });
  expect((await other.visitor.getEbook({ params: { id } })).title).toBe(draft.title);
  expect(await read(`${url}/ebooks?limit=5`, `${id}@2`)).toMatchObject({
    confirmed: `${id}@2`,
    body: { items: [{ title: 'Second' }] },
  });
  await one.editor.updateEbook({ params: { id }, body: { ...draft, title: 'Third' } });
  expect(await read(`${url}/ebooks/${id}`, '*')).toMatchObject({ confirmed: '*', body: { title: 'Third' } });
});

it('a version that the store does not have is not confirmed', async () => {
  await using fixture = await bootCatalog();
  const { _id: id } = await fixture.editor.createEbook({ body: draft });
  const url = `${fixture.service.url}/ebooks/${id}`;

  expect((await read(url, `${id}@9`)).confirmed).toBe(null);
  expect((await read(url, 'unknown@1')).confirmed).toBe(null);
});

it('a write answers the version of its item, and a withdrawn item is a version, too', async () => {
  const [one, other] = await bootReplicas();
  await using _one = one;
  await using _other = other;
  const { _id: id } = await one.editor.createEbook({ body: draft });
  await read(`${other.service.url}/ebooks/${id}`, `${id}@1`);

  const response = await fetch(`${one.service.url}/admin/ebooks/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${one.editorToken}` },
  });

  expect(response.headers.get('x-changes')).toBe(`${id}@2`);
  expect(await read(`${other.service.url}/ebooks/${id}`, `${id}@2`)).toMatchObject({
    confirmed: `${id}@2`,
    body: { code: 'not-found' },
  });
});
