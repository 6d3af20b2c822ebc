import { waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** A request of the kit's `browser/send-bytes.ts`, answered by the test. */
export type FakeUpload = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData | Blob | null;
  readonly isAborted: () => boolean;
  /** Reports bytes that have left the browser. */
  readonly progress: (loaded: number) => void;
  readonly answer: (status: number, body?: unknown, headers?: Readonly<Record<string, string>>) => void;
  /** Breaks the connection. */
  readonly breakOff: () => void;
};

type Listener = ((event: { loaded: number }) => void) | null;

/** Replaces XMLHttpRequest. @returns a function that waits for the request with an index */
export const fakeUploads = () => {
  const requests: FakeUpload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      readonly upload: { onprogress: Listener; onload: Listener } = { onprogress: null, onload: null };
      onload: (() => void) | null = null;
      onerror: (() => void) | null = null;
      onabort: (() => void) | null = null;
      onloadend: (() => void) | null = null;
      status = 0;
      responseText = '';
      #method = '';
      #url = '';
      #headers: Record<string, string> = {};
      #answerHeaders: Record<string, string> = {};
      #isAborted = false;
      open(method: string, url: string): void {
        this.#method = method;
        this.#url = url;
      }
      setRequestHeader(name: string, value: string): void {
        this.#headers[name] = value;
      }
      getResponseHeader(name: string): string | null {
        return this.#answerHeaders[name] ?? null;
      }
      abort(): void {
        this.#isAborted = true;
        this.onabort?.();
        this.onloadend?.();
      }
      send(body: FormData | Blob | null): void {
        requests.push({
          method: this.#method,
          url: this.#url,
          headers: this.#headers,
          body,
          isAborted: () => this.#isAborted,
          progress: (loaded) => this.upload.onprogress?.({ loaded }),
          answer: (status, answer = '', headers = {}) => {
            const isText = typeof answer === 'string';
            this.status = status;
            this.responseText = isText ? answer : JSON.stringify(answer);
            this.#answerHeaders = {
              'content-type': isText ? 'text/html; charset=utf-8' : 'application/json',
              ...headers,
            };
            this.onload?.();
            this.onloadend?.();
          },
          breakOff: () => {
            this.onerror?.();
            this.onloadend?.();
          },
        });
      }
    },
  );
  return {
    requests,
    at: async (index: number): Promise<FakeUpload> => {
      await waitFor(() => expect(requests.length).toBeGreaterThan(index));
      const found = requests[index];
      if (!found) throw new Error(`no request ${index}`);
      return found;
    },
  };
};
