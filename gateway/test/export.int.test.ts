import { erasingServices, serviceNames } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { exportingParts } from '../src/export/export-all.ts';
import { startWorld, type World } from './fixture.ts';

const bearer = { authorization: 'Bearer of-asha' };
const ask = (world: World, headers: Record<string, string> = bearer) =>
  world.get('/api/users/export-all', headers);

/** Every service says what it holds, and of whom by the token it was handed. */
const holdSomething = (world: World): void => {
  for (const service of serviceNames)
    world.services[service].answer = ({ url, headers }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ from: service, url, asked: headers.authorization }));
    };
};

it('every service that keeps something of a person says how they get it', () => {
  expect(exportingParts().map(({ service }) => service)).toEqual(
    expect.arrayContaining(['identity', ...erasingServices]),
  );
});

it('one answer holds what every service holds of the caller, each asked with the caller’s own token', async () => {
  await using world = await startWorld();
  holdSomething(world);

  const response = await ask(world);

  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
  expect(await response.json()).toEqual({
    exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    ...Object.fromEntries(
      exportingParts().map(({ service, path }) => [
        service,
        { from: service, url: path, asked: 'Bearer of-asha' },
      ]),
    ),
  });
});

it('while one part is down there is no half export: 503 and when to come back', async () => {
  await using world = await startWorld();
  holdSomething(world);
  await world.services.library[Symbol.asyncDispose]();

  const response = await ask(world);

  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBeTruthy();
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(Object.keys((await response.json()) as object)).not.toContain('identity');
});

it('a part that answers something else than the data is a missing part', async () => {
  await using world = await startWorld();
  holdSomething(world);
  world.services.payments.answer = (_heard, response) => {
    response.statusCode = 500;
    response.end('<html>');
  };

  expect((await ask(world)).status).toBe(503);
});

it('who is not signed in gets nothing, and no service is asked; a token a service refuses is refused', async () => {
  await using world = await startWorld();
  holdSomething(world);

  const nobody = await ask(world, {});
  const heard = Object.values(world.services).flatMap((service) => service.heard);
  world.services.identity.answer = (_heard, response) => {
    response.statusCode = 401;
    response.end(JSON.stringify({ code: 'invalid-token', error: 'Invalid token' }));
  };
  const former = await ask(world);

  expect([nobody.status, heard]).toEqual([401, []]);
  expect([former.status, await former.json()]).toEqual([
    401,
    { code: 'invalid-token', error: 'Invalid token' },
  ]);
});
