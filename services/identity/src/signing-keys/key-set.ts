import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '@satrangi/chassis';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import { needsSuccessor, publishedKeysAt, type SigningKey, signingKeyAt } from './signing-keys.rules.ts';
import type { SigningKeysStore } from './signing-keys.store.ts';

const generatePair = promisify(generateKeyPair);

const createKey = async (generation: number, now: Date): Promise<SigningKey> => {
  const { publicKey, privateKey } = await generatePair('ec', { namedCurve: 'P-256' });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return {
    generation,
    kid,
    publicJwk: { ...jwk, kid, alg: 'ES256', use: 'sig' },
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    createdAt: now.toISOString(),
  };
};

export type KeySet = ReturnType<typeof keySet>;

/** The signing keys in memory. All replicas share them through the store; old keys are rotated. */
export const keySet = (
  store: SigningKeysStore,
  clock: Clock,
  options: { days: number; tokenSeconds: number },
) => {
  let keys: SigningKey[] = [];
  const parsed = new Map<string, KeyObject>();

  const privateKeyOf = ({ kid, privateKey }: SigningKey): KeyObject => {
    const known = parsed.get(kid) ?? createPrivateKey(privateKey);
    parsed.set(kid, known);
    return known;
  };

  return {
    /** Reads the set again and adds a successor when one is due. Safe on several replicas at once. */
    refresh: async (): Promise<void> => {
      keys = await store.all();
      if (!needsSuccessor(keys, clock.now(), options.days)) return;
      await store.add(await createKey((keys[0]?.generation ?? 0) + 1, clock.now()));
      keys = await store.all();
    },
    /** @throws RangeError before the first `refresh` */
    current: (): { kid: string; privateKey: KeyObject } => {
      const key = signingKeyAt(keys, clock.now());
      return { kid: key.kid, privateKey: privateKeyOf(key) };
    },
    published: (): Record<string, unknown>[] =>
      publishedKeysAt(keys, clock.now(), options.tokenSeconds).map((key) => ({ ...key.publicJwk })),
  };
};
