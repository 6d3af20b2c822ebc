import { CHANGES_HEADER } from '@satrangi/contracts/pure';
import { sendBytes } from '@satrangi/kit/browser/send-bytes';

/** Statuses whose responses have no body. */
const BODILESS: readonly number[] = [204, 205, 304];

/** A `fetch` that reports how much of a body was sent, 0 to 1. */
const withProgress =
  (onProgress: (part: number) => void): typeof fetch =>
  async (input, { method = 'GET', headers, body, signal } = {}) => {
    const { status, statusText, text, header } = await sendBytes({
      method,
      url: String(input),
      headers: Object.fromEntries(new Headers(headers)),
      // the calls of the back office send strings, forms and files, and no streams
      body: (body ?? null) as XMLHttpRequestBodyInit | null,
      withCredentials: true,
      signal: signal ?? new AbortController().signal,
      onProgress: (sent, total) => {
        if (total > 0) onProgress(sent / total);
      },
    });
    return new Response(BODILESS.includes(status) ? null : text, {
      status,
      statusText,
      headers: {
        'content-type': header('content-type') ?? '',
        [CHANGES_HEADER]: header(CHANGES_HEADER) ?? '',
      },
    });
  };

/** How bodies are sent. An object, so that tests can replace it. */
export const transport = { withProgress };
