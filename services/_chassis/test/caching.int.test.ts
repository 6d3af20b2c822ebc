import { type Endpoint, services } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineService, type PlainHandler, sendFile } from '../src/index.ts';
import { bootService, TEST_INTERNAL_SECRET, testUser, tokenOf } from '../src/testing/index.ts';
import { bearer } from './caller-api.ts';

const everyEndpoint = Object.entries(services).flatMap(([service, { api }]) =>
  Object.entries(api as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${service}.${name}`,
    endpoint,
  })),
);

/** The same endpoint without validation of input: only access and kind of response are kept. */
const withoutInput = ({
  method,
  path,
  access,
  kind,
  personal,
  ticket,
  status,
  files,
}: Endpoint): Endpoint => ({
  method,
  path,
  access,
  summary: '',
  response: z.unknown(),
  ...(kind ? { kind } : {}),
  ...(personal ? { personal } : {}),
  ...(ticket ? { ticket } : {}),
  ...(status ? { status } : {}),
  ...(files ? { files } : {}),
});

/** A service with every endpoint of every contract and one handler for all. */
const serviceWith = (handlerOf: (endpoint: Endpoint) => PlainHandler) =>
  defineService({
    name: 'library',
    config: z.object({}),
    build: () => ({
      apis: [
        everyEndpoint.map(({ name, endpoint }) => ({
          name,
          endpoint: withoutInput(endpoint),
          handle: handlerOf(endpoint),
        })),
      ],
    }),
  });

const admin = testUser({ role: 'ADMIN' });

const callEach = async (url: string): Promise<Map<string, string | null>> => {
  const found = new Map<string, string | null>();
  for (const { name, endpoint } of everyEndpoint) {
    const answer = await fetch(url + endpoint.path.replace(/:\w+/g, 'some-id'), {
      method: endpoint.method,
      headers: { ...bearer(tokenOf(admin)), 'x-internal-secret': TEST_INTERNAL_SECRET },
      ...(endpoint.kind === 'upload' ? { body: new FormData() } : {}),
    });
    await answer.arrayBuffer();
    expect(answer.status, name).toBeLessThan(300);
    found.set(name, answer.headers.get('cache-control'));
  }
  return found;
};

/** Repeated here and not imported, because the rule of the chassis is tested. */
const isForAnyone = ({ method, access, personal, ticket }: Endpoint): boolean =>
  access === 'public' && method === 'GET' && !personal && !ticket;

it('no caller-dependent response is cacheable: every endpoint of every contract', async () => {
  await using booted = await bootService(
    serviceWith(({ kind }) => (_input, caller, { response }) => {
      if (kind !== 'stream') return { userId: caller?.userId };
      return void response.end('bytes');
    }),
  );

  const found = await callEach(booted.url);

  const stored = everyEndpoint.filter(
    ({ name, endpoint }) => !isForAnyone(endpoint) && found.get(name) !== 'no-store',
  );
  expect(stored.map(({ name }) => `${name}: ${found.get(name)}`)).toEqual([]);
  expect(everyEndpoint.filter(({ endpoint }) => isForAnyone(endpoint)).length).toBeGreaterThan(10);
});

it('a handler cannot make a caller-dependent response public; files keep private (CAT-49)', async () => {
  await using booted = await bootService(
    serviceWith(({ kind, path }) => async (_input, _caller, exchange) => {
      const cacheControl = path.includes('pdf') ? 'private, max-age=0' : 'public, max-age=60';
      if (kind === 'stream')
        return sendFile(exchange, { buffer: Buffer.from('x'), mimeType: 'a/b', etag: '1', cacheControl });
      exchange.response.setHeader('cache-control', cacheControl);
      return {};
    }),
  );

  const found = await callEach(booted.url);

  for (const { name, endpoint } of everyEndpoint)
    if (!isForAnyone(endpoint)) expect(found.get(name), name).toMatch(/^(no-store|private, max-age=0)$/);
  expect(found.get('library.getPdf')).toBe('private, max-age=0');
  expect(found.get('library.getShortFilmStream')).toBe('no-store');
  expect(found.get('identity.jwks')).toBe('public, max-age=60');
});
