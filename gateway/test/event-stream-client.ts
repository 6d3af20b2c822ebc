import { KeyObject } from 'node:crypto';
import { request, type ServerResponse } from 'node:http';
import { LIVE_KEEPALIVE } from '@satrangi/contracts';
import { exportJWK, generateKeyPair } from 'jose';
import jsonwebtoken from 'jsonwebtoken';
import type { Upstream } from './fixture.ts';

export type Frame = {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: unknown;
};

type Options = { readonly headers?: Record<string, string>; readonly localAddress?: string };

/** Opens an event stream. Records every frame with data and the last id. */
export const openEventStream = async (url: string, { headers = {}, localAddress }: Options = {}) => {
  const frames: Frame[] = [];
  const state = { lastId: '', ended: false };
  let rest = '';
  const outgoing = request(url, { headers, ...(localAddress ? { localAddress } : {}), agent: false });
  outgoing.on('error', () => {});
  outgoing.end();
  const answer = await new Promise<{ status: number; headers: Record<string, unknown>; type: string }>(
    (resolve, reject) => {
      outgoing.on('close', () => {
        state.ended = true;
        reject(new Error('no answer'));
      });
      outgoing.on('response', (response) => {
        response.on('error', () => {});
        response.on('data', (part: Buffer) => {
          rest += part.toString();
          for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
            const lines = rest.slice(0, end).split('\n');
            rest = rest.slice(end + 2);
            const field = (name: string) =>
              lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
            const id = field('id');
            if (id !== undefined) state.lastId = id;
            const data = field('data');
            if (data !== undefined) frames.push({ id, event: field('event'), data: JSON.parse(data) });
          }
        });
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          type: String(response.headers['content-type']),
        });
      });
    },
  );
  return {
    frames,
    ...answer,
    lastId: () => state.lastId,
    hasEnded: () => state.ended,
    close: () => outgoing.destroy(),
  };
};
export type EventStreamClient = Awaited<ReturnType<typeof openEventStream>>;

/** The types of the messages, without keepalives. */
export const typesOf = ({ frames }: Pick<EventStreamClient, 'frames'>): string[] =>
  frames
    .filter(({ event }) => event !== LIVE_KEEPALIVE)
    // every other frame has a message
    .map(({ data }) => (data as { type: string }).type);

/** Makes the identity server publish a signing key and return the claims of each token as a profile. */
export const publishSigningKeys = async (identity: Upstream) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  identity.answer = ({ url, headers }, response: ServerResponse) => {
    const claims = jsonwebtoken.decode(headers.authorization?.slice('Bearer '.length) ?? '');
    const known = url === '/users/profile' ? claims : { keys: [jwk] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(known));
  };
  const key = KeyObject.from(privateKey);
  const tokenOf = (userId: string, role = 'USER', expiresIn = 3_600): string =>
    jsonwebtoken.sign({ role, tv: 0 }, key, {
      algorithm: 'ES256',
      keyid: 'k1',
      issuer: 'satrangi',
      audience: 'satrangi',
      subject: userId,
      expiresIn,
    });
  return {
    tokenOf,
    bearerOf: (userId: string, role = 'USER'): Record<string, string> => ({
      authorization: `Bearer ${tokenOf(userId, role)}`,
    }),
    cookieOf: (userId: string, role = 'USER', expiresIn = 3_600): Record<string, string> => ({
      cookie: `satrangi_session=${tokenOf(userId, role, expiresIn)}`,
    }),
  };
};
