import { erasingServices, serviceNames } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { exportSources } from '../src/export/export-all.ts';
import { type Fixture, startFixture } from './fixture.ts';

const bearer = { authorization: 'Bearer of-asha' };
const request = (fixture: Fixture, headers: Record<string, string> = bearer) =>
  fixture.get('/api/users/export-all', headers);

/** Makes every service return its path and the token it received. */
const answerExports = (fixture: Fixture): void => {
  for (const service of serviceNames)
    fixture.services[service].answer = ({ url, headers }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ from: service, url, sentAuthorization: headers.authorization }));
    };
};

it('every service that stores personal data exports it', () => {
  expect(exportSources().map(({ service }) => service)).toEqual(
    expect.arrayContaining(['identity', ...erasingServices]),
  );
});

it('the export contains the part of every service, requested with the caller’s token', async () => {
  await using fixture = await startFixture();
  answerExports(fixture);

  const response = await request(fixture);

  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
  expect(await response.json()).toEqual({
    exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    ...Object.fromEntries(
      exportSources().map(({ service, path }) => [
        service,
        { from: service, url: path, sentAuthorization: 'Bearer of-asha' },
      ]),
    ),
  });
});

it('the export fails with 503 and retry-after while one service is down', async () => {
  await using fixture = await startFixture();
  answerExports(fixture);
  await fixture.services.library[Symbol.asyncDispose]();

  const response = await request(fixture);

  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBeTruthy();
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(Object.keys((await response.json()) as object)).not.toContain('identity');
});

it('the export fails when one service fails', async () => {
  await using fixture = await startFixture();
  answerExports(fixture);
  fixture.services.payments.answer = (_request, response) => {
    response.statusCode = 500;
    response.end('<html>');
  };

  expect((await request(fixture)).status).toBe(503);
});

it('an anonymous export is refused without a call to a service; a service’s refusal of the token is passed on', async () => {
  await using fixture = await startFixture();
  answerExports(fixture);

  const anonymous = await request(fixture, {});
  const received = Object.values(fixture.services).flatMap((service) => service.requests);
  fixture.services.identity.answer = (_request, response) => {
    response.statusCode = 401;
    response.end(JSON.stringify({ code: 'invalid-token', error: 'Invalid token' }));
  };
  const former = await request(fixture);

  expect([anonymous.status, received]).toEqual([401, []]);
  expect([former.status, await former.json()]).toEqual([
    401,
    { code: 'invalid-token', error: 'Invalid token' },
  ]);
});
