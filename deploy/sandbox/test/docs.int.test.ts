import { expect, it } from 'vitest';
import type { Sandbox } from '../src/index.ts';
import { control, startSandboxFixture } from './fixture.ts';

const nowhere = 'http://127.0.0.1:1';
type Added = { readonly id: string; readonly link: string };

const add = async (fixture: Sandbox, body: object) => control<Added>(fixture, 'POST', '/docs', body);

/** The public export of a document: its status, where it leads, and the text at the end. */
const exportOf = async (fixture: Sandbox, id: string) => {
  const response = await fetch(`${fixture.url}/document/d/${id}/export?format=html`, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (!location?.includes('/docs/securesc/')) return { status: response.status, location, text: '' };
  const text = await (await fetch(fixture.url + new URL(location).pathname)).text();
  return { status: response.status, location, text };
};

it('a document is {title, html, access}: anyone with the link reads it', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const { status, body } = await add(fixture, { title: 'Rain', html: '<p>Monsoon</p>', access: 'ok' });

  expect(status).toBe(201);
  expect(body.link).toBe(`https://docs.google.com/document/d/${body.id}/edit`);
  expect(await exportOf(fixture, body.id)).toMatchObject({ status: 307, text: '<p>Monsoon</p>' });
});

it('without access it asks for a login, and one that is not found answers 404', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  const closed = await add(fixture, { title: 'Rain', html: '<p>Monsoon</p>', access: 'no-access' });
  const missing = await add(fixture, { title: 'Rain', html: '<p>Monsoon</p>', access: 'not-found' });

  expect((await exportOf(fixture, closed.body.id)).location).toContain('accounts.google.com');
  expect((await exportOf(fixture, missing.body.id)).status).toBe(404);
});

it('needs one text: html, or content', async () => {
  await using fixture = await startSandboxFixture(nowhere);
  expect((await add(fixture, { title: 'Rain', content: 'a,b' })).status).toBe(201);
  for (const body of [{ title: 'Rain' }, { title: 'Rain', html: 'x', content: 'x' }, { html: 'x' }])
    expect((await add(fixture, body)).status).toBe(400);
});
