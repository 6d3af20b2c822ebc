import { parseJson } from '@satrangi/contracts';

export type HttpRequest = {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
};

export type Reply = {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly text: string;
  /** The error sentence of a problem response. */
  readonly error: string | undefined;
  readonly json: unknown;
};

export const httpRequest = async (url: string, options: HttpRequest = {}): Promise<Reply> => {
  const { method, token, headers, json, raw } = options;
  const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const answer = parseJson(text);
  const message =
    typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    headers: response.headers,
    text,
    error: typeof message === 'string' ? message : undefined,
    json: answer,
  };
};
