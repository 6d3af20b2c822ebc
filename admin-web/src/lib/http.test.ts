import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, createCallHelper, messageOf } from './http.ts';

afterEach(() => vi.unstubAllGlobals());

const answers = (...all: readonly (Response | Error)[]) => {
  const rest = [...all];
  const fetched = vi.fn<typeof fetch>(async () => {
    const next = rest.shift();
    if (!next) throw new Error('asked too often');
    if (next instanceof Error) throw next;
    return next;
  });
  vi.stubGlobal('fetch', fetched);
  return {
    fetched,
    urls: () => fetched.mock.calls.map(([url]) => String(url)),
    init: () => fetched.mock.calls[0]?.[1],
  };
};

const helper = (base = '/api', onRefused?: (status: number) => void) =>
  createCallHelper({ base, token: () => 'stored', ...(onRefused ? { onRefused } : {}) });

describe('what is sent (ADM-37)', () => {
  it('is JSON with credentials and the token of local storage, without a timeout', async () => {
    const { init } = answers(Response.json({}));
    await helper()('/api/admin/orders', { method: 'POST', body: '{}' });

    const headers = new Headers(init()?.headers);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('authorization')).toBe('Bearer stored');
    expect(init()?.credentials).toBe('include');
    expect(init()?.signal).toBeUndefined();
  });

  it('keeps a given token, and lets the browser name the type of a form', async () => {
    const { init } = answers(Response.json({}));
    await helper()('/api/cms/upload-image', {
      method: 'POST',
      headers: { authorization: 'Bearer given' },
      body: new FormData(),
    });

    const headers = new Headers(init()?.headers);
    expect(headers.get('authorization')).toBe('Bearer given');
    expect(headers.get('content-type')).toBeNull();
  });

  it.each([
    ['/api', '/api/virtual-run', '/api/virtual-run'],
    ['https://api.example/api', '/api/virtual-run', 'https://api.example/api/virtual-run'],
    ['https://api.example/api/', '/virtual-run', 'https://api.example/api/virtual-run'],
    ['https://api.example/api', '/api/api/x', 'https://api.example/api/api/x'],
    ['https://api.example', '/api/virtual-run', 'https://api.example/api/virtual-run'],
  ])('base %s and path %s make %s: one leading /api is dropped', async (base, path, url) => {
    const { urls } = answers(Response.json({}));
    await helper(base)(path);
    expect(urls()).toEqual([url]);
  });
});

describe('what comes back (ADM-37)', () => {
  it('is JSON, or the text when it is none', async () => {
    answers(new Response('{"a":1}'), new Response('plain words'), new Response(null, { status: 204 }));
    const call = helper();
    expect(await (await call('/api/a')).json()).toEqual({ a: 1 });
    expect(await (await call('/api/b')).json()).toBe('plain words');
    expect((await call('/api/c')).status).toBe(204);
  });

  it('is passed on unread when it is a file', async () => {
    answers(new Response('a,b', { headers: { 'content-type': 'text/csv; charset=utf-8' } }));
    expect(await (await helper()('/api/admin/orders.csv')).text()).toBe('a,b');
  });

  it('warns of a page in place of JSON', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    answers(new Response('<!doctype html><title>Shop</title>', { headers: { 'content-type': 'text/html' } }));
    const page = await (await helper()('/api/admin/orders')).json();

    expect(page).toContain('<title>Shop</title>');
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('/api/admin/orders'));
    warn.mockRestore();
  });
});

describe('a network failure (ADM-38)', () => {
  const first = new TypeError('first');

  it('with an absolute base is tried once more on the relative one, writes too', async () => {
    const { urls, fetched } = answers(first, Response.json({ ok: true }));
    const answer = await helper('https://api.example/api')('/api/admin/users/1', {
      method: 'POST',
      body: '{"a":1}',
    });

    expect(await answer.json()).toEqual({ ok: true });
    expect(urls()).toEqual(['https://api.example/api/admin/users/1', '/api/admin/users/1']);
    expect(fetched.mock.calls[1]?.[1]).toMatchObject({ method: 'POST', body: '{"a":1}' });
  });

  it('throws the first error when the second try fails too', async () => {
    const { urls } = answers(first, new TypeError('second'));
    await expect(helper('https://api.example/api')('/api/x')).rejects.toBe(first);
    expect(urls()).toHaveLength(2);
  });

  it('with a relative base, or of a screen that was left, is not tried again', async () => {
    const aborted = new DOMException('left', 'AbortError');
    answers(first);
    await expect(helper()('/api/x')).rejects.toBe(first);
    const { urls } = answers(aborted);
    await expect(helper('https://api.example/api')('/api/x')).rejects.toBe(aborted);
    expect(urls()).toHaveLength(1);
  });

  it('is none when a server refuses: nothing is tried again', async () => {
    const { urls } = answers(new Response('busy', { status: 503 }));
    await expect(helper('https://api.example/api')('/api/x')).rejects.toBeInstanceOf(CallError);
    expect(urls()).toHaveLength(1);
  });
});

describe('a refusal (ADM-39)', () => {
  it('has URL, status, its text and the body in its message, and no secret of the address', async () => {
    answers(new Response('out of order', { status: 500, statusText: 'Server Error' }));
    const error = await helper()('/api/files/a?token=abc&page=2').catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(CallError);
    expect(messageOf(error)).toBe('/api/files/a?token=…&page=2 500 Server Error: out of order');
  });

  it('shows the sentence of a problem to people, and keeps the whole message', async () => {
    const problem = { type: 'about:blank', code: 'last-admin', detail: 'One admin must stay', status: 409 };
    answers(new Response(JSON.stringify(problem), { status: 409, statusText: 'Conflict' }));
    const error = await helper()('/api/admin/users/1').catch((caught: unknown) => caught);

    expect(messageOf(error)).toBe('One admin must stay');
    expect(String(error)).toContain('/api/admin/users/1 409 Conflict: {');
  });

  it('of the stored login is reported, of a given one is not (ADM-46)', async () => {
    const refused = vi.fn();
    answers(new Response('{}', { status: 401 }), new Response('{}', { status: 401 }));
    const call = helper('/api', refused);
    await call('/api/x').catch(() => undefined);
    await call('/api/x', { headers: { authorization: 'Bearer given' } }).catch(() => undefined);
    expect(refused.mock.calls.map(([status]) => status)).toEqual([401]);
  });
});
