const toHeaders = (lines: string): Headers =>
  new Headers(
    lines
      .trim()
      .split(/\r?\n/)
      .filter(Boolean)
      .map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );

/** Statuses whose responses have no body. */
const BODILESS: readonly number[] = [204, 205, 304];

/** A `fetch` on XMLHttpRequest, because `fetch` does not report how much of a body was sent. */
const withProgress =
  (onProgress: (part: number) => void): typeof fetch =>
  (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, String(input));
      request.withCredentials = true;
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      request.onload = () => {
        const { status, statusText, responseText } = request;
        const answer = BODILESS.includes(status) ? null : responseText;
        resolve(
          new Response(answer, { status, statusText, headers: toHeaders(request.getAllResponseHeaders()) }),
        );
      };
      request.onerror = () => reject(new TypeError('Failed to fetch'));
      request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      if (signal?.aborted) reject(signal.reason);
      else request.send((body ?? null) as XMLHttpRequestBodyInit | null);
    });

/** How bodies are sent. An object, so that tests can replace it. */
export const transport = { withProgress };
