import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { defineApi } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineService, mountApi, sendFile } from '../src/index.ts';
import { bootService, TEST_INTERNAL_SECRET, tokenOf } from '../src/testing/index.ts';
import { asha, bearer, callerApi, callerHandlers } from './caller-api.ts';

const bytes = randomBytes(10_000);
const api = defineApi({
  ...callerApi,
  inner: { method: 'GET', path: '/internal/inner', access: 'service', summary: '', response: z.object({}) },
  stream: {
    method: 'GET',
    path: '/file/:way',
    access: 'user',
    kind: 'stream',
    summary: '',
    params: z.object({ way: z.string() }),
    response: z.unknown(),
  },
  ticketed: {
    method: 'GET',
    path: '/ticketed',
    access: 'public',
    kind: 'stream',
    ticket: true,
    summary: '',
    query: z.object({ token: z.string().optional() }),
    response: z.unknown(),
  },
  change: {
    method: 'POST',
    path: '/change',
    access: 'public',
    summary: '',
    body: z.object({ email: z.string('Valid email required') }),
    response: z.object({ email: z.string() }),
  },
  webhook: {
    method: 'POST',
    path: '/webhook',
    access: 'public',
    kind: 'raw',
    bodyLimit: 1_000,
    summary: '',
    response: z.object({ text: z.string() }),
  },
  upload: {
    method: 'POST',
    path: '/upload',
    access: 'public',
    kind: 'upload',
    files: ['pdf'],
    bodyLimit: 1_048_576,
    summary: '',
    body: z.object({ title: z.string() }),
    response: z.object({ title: z.string(), name: z.string(), size: z.int() }),
  },
});

/** The stream that the handler opens after its client has left. */
const openedLate = Readable.from([bytes]);

const service = defineService({
  name: 'library',
  config: z.object({}),
  build: ({ files }) => ({
    apis: [
      mountApi(api, {
        ...callerHandlers,
        inner: () => ({}),
        stream: async ({ params }, _, exchange) => {
          const about = {
            mimeType: 'application/pdf',
            etag: 'v1',
            cacheControl: 'private',
            fileName: 'रेत.pdf',
          };
          if (params.way === 'late') {
            const open = async (): Promise<Readable> => {
              await once(exchange.response, 'close');
              return openedLate;
            };
            return sendFile(exchange, { bytes: bytes.length, open, ...about });
          }
          if (params.way === 'memory') return sendFile(exchange, { buffer: bytes, ...about });
          const { key } = await files.put(Readable.from([bytes]), { mimeType: about.mimeType });
          return sendFile(exchange, { ...(await files.opened(key)), ...about });
        },
        ticketed: ({ query }, caller, { response }) =>
          void response.end(`${query.token ?? '-'} ${caller?.userId ?? '-'}`),
        change: ({ body }) => body,
        webhook: ({ body }) => ({ text: Buffer.from(body).toString('utf8') }),
        upload: ({ body }, _, exchange) => {
          const { pdf } = exchange.files;
          return { title: body.title, name: pdf?.originalName ?? '', size: pdf?.size ?? 0 };
        },
      }),
    ],
  }),
});

const problem = async (answer: Response): Promise<unknown[]> => {
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  const { status, code, detail, requestId } = (await answer.json()) as Record<string, unknown>;
  expect(requestId).toBe(answer.headers.get('x-request-id'));
  return [status, code, detail];
};

it('every invalid request is answered with a problem', async () => {
  await using booted = await bootService(service);
  const request = (path: string, init?: RequestInit) => fetch(`${booted.url}${path}`, init);
  const post = (path: string, body: string, type: string) =>
    request(path, { method: 'POST', body, headers: { 'content-type': type } });
  const json = 'application/json';

  expect(await problem(await request('/nowhere'))).toEqual([404, 'not-found', 'Not found']);
  expect(await problem(await request('/me', { method: 'DELETE' }))).toEqual([
    405,
    'method-not-allowed',
    'That method is not offered here',
  ]);
  expect(await problem(await request('/me'))).toEqual([401, 'not-authenticated', 'Sign in first']);
  expect(await problem(await request('/boss', { headers: bearer(tokenOf(asha)) }))).toEqual([
    403,
    'not-allowed',
    'Forbidden',
  ]);
  expect(await problem(await request('/internal/inner'))).toEqual([
    401,
    'not-authenticated',
    'Sign in first',
  ]);
  expect(await problem(await post('/change', 'email=a', 'text/plain'))).toEqual([
    415,
    'unsupported-media-type',
    'That content type is not accepted',
  ]);
  expect(await problem(await post('/change', '{"email":', json))).toEqual([
    400,
    'validation-failed',
    'The request is not valid',
  ]);
  expect(await problem(await post('/change', '{"email":{"$ne":null}}', json))).toEqual([
    400,
    'validation-failed',
    'Valid email required',
  ]);
  expect(
    await problem(await post('/change', JSON.stringify({ email: 'a'.repeat(2_000_000) }), json)),
  ).toEqual([413, 'too-large', 'Too large']);
  expect(await problem(await post('/webhook', 'x'.repeat(1_001), json))).toEqual([
    413,
    'too-large',
    'Too large',
  ]);
  expect(await problem(await request('/file/%zz'))).toEqual([
    400,
    'validation-failed',
    'The request is not valid',
  ]);
  expect(await (await post('/webhook', '{ "kept":  "as it is" }', json)).json()).toEqual({
    text: '{ "kept":  "as it is" }',
  });
  expect(
    (await request('/internal/inner', { headers: { 'x-internal-secret': TEST_INTERNAL_SECRET } })).status,
  ).toBe(200);
});

it('the session cookie authorizes only streams (IDN-35)', async () => {
  await using booted = await bootService(service);
  const cookie = `a=b; satrangi_session=${tokenOf(asha)}; c=d`;
  const request = (path: string) => fetch(`${booted.url}${path}`, { headers: { cookie } });

  expect((await request('/file/memory')).status).toBe(200);
  expect((await request('/me')).status).toBe(401);
  expect(await (await request('/open')).json()).toEqual({ id: null });
  expect(await (await fetch(`${booted.url}/ticketed?token=${tokenOf(asha)}`)).text()).toMatch(/ -$/);
});

it.each(['memory', 'disk'])('a file from %s is sent in the requested range', async (way) => {
  await using booted = await bootService(service);
  const request = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${booted.url}/file/${way}`, { method, headers: { ...bearer(tokenOf(asha)), ...headers } });
  const cut = async (range: string, more: Record<string, string> = {}) => {
    const answer = await request({ range, ...more });
    return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer())];
  };

  expect(await cut('bytes=0-99')).toEqual([206, 'bytes 0-99/10000', bytes.subarray(0, 100)]);
  expect(await cut('bytes=-50')).toEqual([206, 'bytes 9950-9999/10000', bytes.subarray(9_950)]);
  expect(await cut('bytes=9990-')).toEqual([206, 'bytes 9990-9999/10000', bytes.subarray(9_990)]);
  expect(await cut('bytes=0-1,5-6')).toEqual([200, null, bytes]);
  expect(await cut('bytes=0-99', { 'if-range': '"v0"' })).toEqual([200, null, bytes]);
  expect(await cut('bytes=0-99', { 'if-range': '"v1"' })).toEqual([
    206,
    'bytes 0-99/10000',
    bytes.subarray(0, 100),
  ]);
  const beyond = await request({ range: 'bytes=10000-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10000']);
  const same = await request({ 'if-none-match': 'W/"v0", "v1"' });
  expect([same.status, await same.text()]).toEqual([304, '']);
  const head = await request({}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10000', '']);
  expect(head.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''%E0%A4%B0%E0%A5%87%E0%A4%A4.pdf",
  );
});

it('a file that is opened after its client has left is closed', async () => {
  await using booted = await bootService(service);
  const client = new AbortController();
  const sent = fetch(`${booted.url}/file/late`, { headers: bearer(tokenOf(asha)), signal: client.signal });
  setTimeout(() => client.abort(), 100);
  await expect(sent).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(openedLate.destroyed).toBe(true));
});

it('an upload reaches its handler and leaves no temporary file, too large or not', async () => {
  await using booted = await bootService(service);
  const form = (size: number): FormData => {
    const body = new FormData();
    body.append('title', 'रेत');
    body.append('pdf', new Blob([new Uint8Array(size)]), 'किताब.pdf');
    return body;
  };
  const send = (size: number) => fetch(`${booted.url}/upload`, { method: 'POST', body: form(size) });

  const good = await send(1_000);
  const large = await send(1_048_577);

  expect(await good.json()).toEqual({ title: 'रेत', name: 'किताब.pdf', size: 1_000 });
  expect(await problem(large)).toEqual([413, 'too-large', 'File too large. Maximum size is 1MB.']);
  const arriving = join(booted.context.settings.dataDir, 'arriving');
  await vi.waitFor(async () => expect(await readdir(arriving)).toEqual([]));
});
