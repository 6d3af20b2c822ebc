/** No answer arrived: the connection broke, or there is none. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  constructor() {
    super('The connection was lost');
  }
}

/** Longest time without any byte sent. A phone that changes its network reports no error for minutes. */
const STALLED_MS = 30_000;

export type SentAnswer = {
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
  readonly header: (name: string) => string | null;
};

export type BytesRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: XMLHttpRequestBodyInit | null;
  /** Sends cookies to another origin too. */
  readonly withCredentials?: boolean;
  readonly signal: AbortSignal;
  /** Called with the bytes that have left the browser, and those of the whole body. */
  readonly onProgress?: (sent: number, total: number) => void;
};

/**
 * Sends bytes and reports how many have left: `fetch` reports no progress of a request. The wait for the answer after
 * the last byte is not limited here.
 * @throws ConnectionLostError, and the reason of the signal
 */
export const sendBytes = ({
  method,
  url,
  headers = {},
  body,
  withCredentials = false,
  signal,
  onProgress,
}: BytesRequest): Promise<SentAnswer> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expectBytes = (): void => {
      clearTimeout(timer);
      timer = setTimeout(abort, STALLED_MS);
    };
    request.open(method, url);
    request.withCredentials = withCredentials;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (body) {
      expectBytes();
      request.upload.onprogress = ({ loaded, total }) => {
        expectBytes();
        onProgress?.(loaded, total);
      };
      request.upload.onload = () => clearTimeout(timer);
    }
    request.onload = () =>
      resolve({
        status: request.status,
        statusText: request.statusText,
        text: request.responseText,
        header: (name) => request.getResponseHeader(name),
      });
    request.onerror = () => reject(new ConnectionLostError());
    request.onabort = () => reject(signal.aborted ? signal.reason : new ConnectionLostError());
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    request.send(body ?? null);
  });
