/** After an owner has verified the mailbox, no earlier act of an attacker gives access. */
import { sampled, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { ApiError } from '@satrangi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture, tokenIn } from './fixture.ts';

const CHANGE_SUBJECT = 'Confirm your email address';
const RESET_SUBJECT = 'Set a new password';
const CONCURRENCY = 4;

const proofs = ['reset', 'google'] as const;
type Proof = (typeof proofs)[number];

/** A user of the scene with all credentials collected so far. */
type Actor = {
  readonly mailbox: string;
  readonly password: string;
  readonly phone: string;
  readonly tokens: string[];
  /** Unused tokens from the actor's own mailbox. */
  readonly resetTokens: string[];
  readonly confirmTokens: string[];
};

const actor = (mailbox: string, phone: string): Actor => ({
  mailbox,
  password: `password of ${mailbox}`,
  phone,
  tokens: [],
  resetTokens: [],
  confirmTokens: [],
});

/** @returns undefined when the call is refused with a 4xx; other errors are rethrown */
const unlessRefused = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return undefined;
    throw error;
  }
};

/** An attacker and the owner of a mailbox. Each scenario has its own address, so that rate limits do not interfere. */
const openScene = (fixture: Fixture, n: number) => {
  const owner = actor(`owner${n}@example.org`, `+9190000${String(n).padStart(5, '0')}`);
  const stranger = actor(`stranger${n}@example.org`, `+9191111${String(n).padStart(5, '0')}`);
  const headers = {
    'x-client-ip': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    'x-internal-secret': TEST_INTERNAL_SECRET,
  };
  const { visitor } = fixture;

  const collect = async (who: Actor, call: Promise<{ token: string; user: { _id: string } }>) => {
    const session = await unlessRefused(call);
    if (session) who.tokens.push(session.token);
    return session?.user._id;
  };
  const newest = async (to: string, subject: string): Promise<string | undefined> => {
    const mails = await fixture.mails(to);
    const mail = mails.find((candidate) => candidate.subject === subject);
    return mail ? tokenIn(mail) : undefined;
  };

  const register = (who: Actor, email: string) =>
    collect(
      who,
      visitor.register(
        { body: { name: 'Reader', email, phone: who.phone, password: who.password } },
        { headers },
      ),
    );
  const logIn = (who: Actor, as: { email: string } | { phone: string }) =>
    collect(who, visitor.login({ body: { ...as, password: who.password } }, { headers }));
  const google = async (who: Actor) =>
    collect(
      who,
      visitor.googleSignIn(
        { body: { credential: await fixture.credential({ email: who.mailbox }) } },
        { headers },
      ),
    );
  const requestReset = async (who: Actor) => {
    await visitor.forgotPassword({ body: { email: who.mailbox } }, { headers });
    return newest(who.mailbox, RESET_SUBJECT);
  };
  const useReset = (who: Actor, token: string) =>
    unlessRefused(visitor.resetPassword({ body: { token, password: who.password } }, { headers }));
  const reset = async (who: Actor) => {
    const token = await requestReset(who);
    if (token) await useReset(who, token);
    return token ? logIn(who, { email: who.mailbox }) : undefined;
  };
  const confirm = (token: string) => unlessRefused(visitor.confirmEmail({ body: { token } }, { headers }));
  /** The newest valid session of the actor. */
  const account = async (who: Actor) => {
    for (const token of who.tokens.toReversed()) {
      const profile = await unlessRefused(fixture.as(token).getProfile());
      if (profile) return { profile, client: fixture.as(token) };
    }
    return undefined;
  };
  /** @returns the token of the link mailed to the new address */
  const requestChange = async (who: Actor, newEmail: string) => {
    const current = await account(who);
    const changed =
      current &&
      (await unlessRefused(
        current.client.updateProfile({ body: { newEmail, currentPassword: who.password } }),
      ));
    return changed?.pendingEmail === newEmail ? newest(newEmail, CHANGE_SUBJECT) : undefined;
  };
  return {
    owner,
    stranger,
    register,
    logIn,
    google,
    requestReset,
    useReset,
    reset,
    confirm,
    account,
    requestChange,
  };
};
type Scene = ReturnType<typeof openScene>;

const acts = {
  'stranger registers under the mailbox of the owner': ({ register, stranger, owner }) =>
    register(stranger, owner.mailbox),
  'stranger resets': ({ reset, stranger }) => reset(stranger),
  'stranger keeps a reset link': async ({ requestReset, stranger }) => {
    const token = await requestReset(stranger);
    if (token) stranger.resetTokens.push(token);
  },
  'stranger changes to the mailbox of the owner, who confirms': async ({
    requestChange,
    confirm,
    stranger,
    owner,
  }) => {
    const token = await requestChange(stranger, owner.mailbox);
    if (token) await confirm(token);
  },
  'stranger changes to their own mailbox': async ({ requestChange, confirm, stranger }) => {
    const token = await requestChange(stranger, stranger.mailbox);
    if (token) await confirm(token);
  },
  'stranger keeps a confirmation link': async ({ requestChange, stranger }) => {
    const token = await requestChange(stranger, stranger.mailbox);
    if (token) stranger.confirmTokens.push(token);
  },
  'stranger signs in with Google': ({ google, stranger }) => google(stranger),
  'owner registers': ({ register, owner }) => register(owner, owner.mailbox),
  'owner resets': ({ reset, owner }) => reset(owner),
  'owner signs in with Google': ({ google, owner }) => google(owner),
} as const satisfies Record<string, (scene: Scene) => Promise<unknown>>;
type Act = keyof typeof acts;
const names = Object.keys(acts) as Act[];

/** Tries all credentials of the attacker. @returns those that gave access to the account */
const waysIn = async (scene: Scene, account: string): Promise<string[]> => {
  const { stranger, owner, logIn, google, useReset, confirm, reset } = scene;
  const found: string[] = [];
  const note = (way: string, userId: string | undefined) => {
    if (userId === account) found.push(way);
  };
  const identifiers = [{ email: owner.mailbox }, { email: stranger.mailbox }, { phone: stranger.phone }];
  const tryAll = async (when: string) => {
    note(`${when}: an old session`, (await scene.account(stranger))?.profile._id);
    for (const identifier of identifiers)
      note(`${when}: ${Object.keys(identifier)} and password`, await logIn(stranger, identifier));
    note(`${when}: Google`, await google(stranger));
  };
  await tryAll('immediately');
  for (const token of stranger.resetTokens) await useReset(stranger, token);
  for (const token of stranger.confirmTokens) await confirm(token);
  note('after old links: reset', await reset(stranger));
  await tryAll('after old links');
  return found;
};

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.[Symbol.asyncDispose]());

let scenes = 0;
/** @returns the violations after these acts and the owner's proof */
const violationsAfter = async (sequence: readonly Act[], proof: Proof): Promise<string[]> => {
  scenes += 1;
  const scene = openScene(fixture, scenes);
  for (const act of sequence) await acts[act](scene);
  const account = await scene[proof](scene.owner);
  if (!account) return proof === 'google' ? ['the owner’s Google is refused'] : [];
  const found = await waysIn(scene, account);
  const profile = (await scene.account(scene.owner))?.profile;
  if (profile?._id !== account || profile.email !== scene.owner.mailbox)
    found.push('the owner has no access');
  return found;
};

const check = async (scenes: readonly (readonly [readonly Act[], Proof])[]) => {
  const failed: Record<string, string[]> = {};
  const waiting = [...scenes];
  const work = async () => {
    for (let scene = waiting.shift(); scene; scene = waiting.shift()) {
      const [sequence, proof] = scene;
      const wrong = await violationsAfter(sequence, proof);
      if (wrong.length > 0) failed[[...sequence, `owner proves by ${proof}`].join(' → ')] = wrong;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return failed;
};

/** A seeded generator (mulberry32), so that each run has the same sequences. */
const randomNumbers = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};
const randomActs = (count: number, length: number, seed: number): Act[][] => {
  const next = randomNumbers(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length }, () => names[Math.floor(next() * names.length)] as Act),
  );
};
const pairs: Act[][] = names.flatMap((first) => names.map((second) => [first, second]));
const takeoverStart: Act[] = ['stranger signs in with Google', 'stranger resets'];

describe('once the owner has proved the mailbox, no attacker has access', () => {
  it.each(proofs)('after a takeover by Google, reset and change of email, then %s', async (proof) => {
    const takeover: Act[] = [...takeoverStart, 'stranger changes to the mailbox of the owner, who confirms'];
    expect(await check([[takeover, proof]])).toEqual({});
  });

  it('after each pair of actions that follows an attacker with Google and a password', async () => {
    const scenes = pairs.map(
      (pair, n) => [[...takeoverStart, ...pair], n % 3 === 2 ? 'google' : 'reset'] as const,
    );
    // 4 and 3 have no common divisor: both proofs
    expect(await check(sampled(scenes, 4))).toEqual({});
  }, 300_000);

  it('after longer sequences without an account', async () => {
    const scenes = randomActs(40, 5, 7).map((acts, n) => [acts, n % 2 === 0 ? 'reset' : 'google'] as const);
    expect(await check(scenes)).toEqual({});
  }, 300_000);
});
