import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Role, SessionId, UserId } from '@satrangi/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { systemIds } from '../base/ids.ts';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '../http/tokens.ts';

export type TestUser = {
  readonly userId: UserId;
  readonly role: Role;
  readonly tokenVersion: number;
  readonly sessionId: SessionId | null;
};

/** A test account; by default a USER with a new id. */
export const testUser = (
  about: {
    readonly userId?: string;
    readonly role?: Role;
    readonly tokenVersion?: number;
    /** Absent: a token issued before logins had an id. */
    readonly sessionId?: string;
  } = {},
): TestUser => ({
  userId: UserId.parse(about.userId ?? systemIds.newId()),
  role: about.role ?? 'USER',
  tokenVersion: about.tokenVersion ?? 0,
  sessionId: about.sessionId === undefined ? null : SessionId.parse(about.sessionId),
});

export type TokenChanges = {
  readonly expiresIn?: number;
  /** Seconds before now. */
  readonly age?: number;
  readonly issuer?: string;
  readonly audience?: string;
  readonly kid?: string;
  readonly key?: KeyObject;
};

const KID = 'test-key';
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const issuedAt = ({ age = 0 }: TokenChanges): number => Math.floor(Date.now() / 1_000) - age;

/** A login token signed with the key that `testKeys` publishes. `changes` create forged and expired tokens. */
export const tokenOf = (user: TestUser, changes: TokenChanges = {}): string =>
  jsonwebtoken.sign(
    {
      role: user.role,
      tv: user.tokenVersion,
      iat: issuedAt(changes),
      ...(user.sessionId === null ? {} : { sid: user.sessionId }),
    },
    changes.key ?? pair.privateKey,
    {
      algorithm: 'ES256',
      keyid: changes.kid ?? KID,
      subject: user.userId,
      issuer: changes.issuer ?? TOKEN_ISSUER,
      audience: changes.audience ?? TOKEN_AUDIENCE,
      expiresIn: changes.expiresIn ?? 3_600,
    },
  );

type TestKeys = {
  readonly url: string;
  /** Adds the keys of an identity service. @returns removes them */
  readonly alsoFrom: (url: string) => () => void;
};

let shared: Promise<TestKeys> | undefined;

/** Replaces identity's endpoint of public keys: the test key, and the keys of identity services under test. */
export const testKeys = (): Promise<TestKeys> => {
  shared ??= (async () => {
    const others = new Set<string>();
    const own = {
      ...createPublicKey(pair.publicKey.export({ type: 'spki', format: 'pem' })).export({ format: 'jwk' }),
      kid: KID,
      alg: 'ES256',
      use: 'sig',
    };
    const server = createServer(async (_request, response) => {
      const otherKeys = await Promise.all(
        [...others].map(async (url) => {
          const answer = await fetch(`${url}/.well-known/jwks.json`, {
            signal: AbortSignal.timeout(1_000),
          }).catch(() => null);
          if (!answer?.ok) return [];
          return ((await answer.json()) as { keys: unknown[] }).keys;
        }),
      );
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [own, ...otherKeys.flat()] }));
    });
    server.listen(0, '127.0.0.1');
    server.unref();
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      alsoFrom: (url) => {
        others.add(url);
        return () => void others.delete(url);
      },
    };
  })();
  return shared;
};
