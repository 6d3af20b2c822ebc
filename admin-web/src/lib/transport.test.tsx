import { expect, it, vi } from 'vitest';
import { createCallHelper } from './http.ts';
import { transport } from './transport.ts';

class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  withCredentials = false;
  opened: readonly string[] = [];
  body: unknown;
  status = 200;
  statusText = 'OK';
  responseText = '';
  open(...opened: string[]): void {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(): string {
    return 'application/json';
  }
  abort(): void {
    this.onabort?.();
  }
  send(body: unknown): void {
    this.body = body;
  }
}

/** Stands for XMLHttpRequest: `act` decides what happens to the request that is sent. */
const requests = (act: (request: FakeRequest) => void) => {
  const sent: FakeRequest[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeRequest {
      override send(body: unknown): void {
        super.send(body);
        sent.push(this);
        act(this);
      }
    },
  );
  return sent;
};

const upload = (onProgress: (part: number) => void = () => {}, signal?: AbortSignal) => {
  const body = new FormData();
  const call = createCallHelper({
    base: '/api',
    token: () => 'token',
    send: transport.withProgress(onProgress),
  });
  return call('/api/files', { method: 'POST', body, ...(signal ? { signal } : {}) });
};

it('reports how much of an upload was sent, with login and cookies, and answers like fetch', async () => {
  const sent = requests((request) => {
    request.upload.onprogress?.({ loaded: 1, total: 4 });
    request.upload.onprogress?.({ loaded: 4, total: 4 });
    request.responseText = '{"id":1}';
    request.onload?.();
  });
  const parts: number[] = [];
  const response = await upload((part) => parts.push(part));
  expect(await response.json()).toEqual({ id: 1 });
  expect(parts).toEqual([0.25, 1]);
  expect(sent[0]).toMatchObject({
    opened: ['POST', '/api/files'],
    withCredentials: true,
    headers: { authorization: 'Bearer token' },
  });
  expect(sent[0]?.body).toBeInstanceOf(FormData);
});

it('refuses with status and sentence of the service, with a lost connection, and with the reason of a stop', async () => {
  requests((request) => {
    Object.assign(request, { status: 413, statusText: 'Too Large', responseText: '{"detail":"Too big"}' });
    request.onload?.();
  });
  await expect(upload()).rejects.toThrow('/api/files 413 Too Large: {"detail":"Too big"}');

  requests((request) => request.onerror?.());
  await expect(upload()).rejects.toThrow('The connection was lost');

  const own = new AbortController();
  requests(() => own.abort());
  await expect(upload(undefined, own.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
