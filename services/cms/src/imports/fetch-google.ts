import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { Refusal } from '@satrangi/chassis';
import { importTexts } from '@satrangi/contracts';
import { isContentHost } from './document-link.rules.ts';
import { publicLookup } from './public-address.ts';

const DOCS = 'https://docs.google.com';

export type Fetched = { readonly bytes: Buffer; readonly fileName: string };
/** Fetches public content of Google. */
export type FetchGoogle = {
  /** @param path of an export at docs.google.com @throws Refusal too-large, unavailable */
  readonly document: (path: string, signal: AbortSignal) => Promise<Fetched | 'not-public' | 'not-found'>;
  /** @param address of a picture; other hosts than Google's content hosts are not fetched @returns null when there is none */
  readonly picture: (address: string, signal: AbortSignal) => Promise<Buffer | null>;
};

type Answer = { readonly status: number; readonly location: string | null } & Fetched;

const fileNameOf = ({ headers }: IncomingMessage): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(headers['content-disposition'] ?? '')?.[1];
  try {
    return decodeURIComponent(encoded ?? '').replace(/\.(html|csv)$/i, '');
  } catch {
    return '';
  }
};

const read = async (response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      response.destroy();
      throw new Refusal('too-large', importTexts.tooLarge);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Fetches from docs.google.com and, after one redirect, from Google's content hosts, without cookies or credentials. A
 * connection goes only to a public address.
 * @param baseUrl the sandbox, which then answers for all hosts of Google
 */
export const fetchGoogle = (
  baseUrl: string | undefined,
  { maxBytes }: { readonly maxBytes: number },
): FetchGoogle => {
  const get = async (url: URL, signal: AbortSignal): Promise<Answer> => {
    const target = baseUrl ? new URL(url.pathname + url.search, baseUrl) : url;
    const options = { signal, ...(baseUrl ? {} : { lookup: publicLookup }) };
    const request = target.protocol === 'https:' ? getSecure : getPlain;
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request(target, options, resolve).once('error', reject);
      });
      const status = response.statusCode ?? 0;
      const location = response.headers.location ?? null;
      return { status, location, fileName: fileNameOf(response), bytes: await read(response, maxBytes) };
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal('unavailable', importTexts.away, { retryAfter: 10 });
    }
  };

  const redirected = (location: string, from: URL): URL | null => {
    const url = URL.canParse(location, from.href) ? new URL(location, from) : null;
    return url && isContentHost(url) ? url : null;
  };

  return {
    document: async (path, signal) => {
      const url = new URL(path, DOCS);
      const first = await get(url, signal);
      const next = first.location ? redirected(first.location, url) : null;
      const answer = next ? await get(next, signal) : first;
      if (answer.status >= 500 || answer.status === 429)
        throw new Refusal('unavailable', importTexts.away, { retryAfter: 10 });
      if (answer.status === 200) return answer;
      return answer.status === 404 ? 'not-found' : 'not-public';
    },
    picture: async (address, signal) => {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (!url || !isContentHost(url)) return null;
      const answer = await get(url, signal);
      return answer.status === 200 ? answer.bytes : null;
    },
  };
};
