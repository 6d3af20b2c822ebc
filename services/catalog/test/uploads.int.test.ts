import { expect, it } from 'vitest';
import { bootCatalog, filmDraft } from './boot-catalog.ts';

it('a refused upload leaves its connection usable for the next request (attack S29)', async () => {
  await using fixture = await bootCatalog();
  const { _id: id } = await fixture.editor.createShortFilm({ body: filmDraft });
  const send = async (fields: number): Promise<number> => {
    const form = new FormData();
    form.append('language', 'en');
    for (let n = 0; n < fields; n += 1) form.append(`field-${n}`, 'x'.repeat(200));
    form.append('captions', new Blob(['WEBVTT\n\n00:01.000 --> 00:02.000\nHi']));
    const response = await fetch(`${fixture.service.url}/admin/short-films/${id}/captions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.editorToken}` },
      body: form,
      signal: AbortSignal.timeout(20_000),
    });
    await response.text();
    return response.status;
  };

  const statuses: number[] = [];
  for (const fields of [0, 5_000, 0, 5_000, 0]) statuses.push(await send(fields));

  expect(statuses).toEqual([200, 400, 200, 400, 200]);
});
