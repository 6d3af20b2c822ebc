/** Who gets into an account after its owner has proved the mailbox, whatever a stranger did before. */
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { ApiError } from '@satrangi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, tokenIn, type World } from './world.ts';

const CONFIRM = 'Confirm your email address';
const RESET = 'Set a new password';
const AT_ONCE = 4;

const proofs = ['reset', 'google'] as const;
type Proof = (typeof proofs)[number];

/** What somebody can do, and everything they have to get in with. */
type Person = {
  readonly mailbox: string;
  readonly password: string;
  readonly phone: string;
  readonly tokens: string[];
  /** Links from the own mailbox that were not used yet. */
  readonly resetLinks: string[];
  readonly confirmLinks: string[];
};

const person = (mailbox: string, phone: string): Person => ({
  mailbox,
  password: `password of ${mailbox}`,
  phone,
  tokens: [],
  resetLinks: [],
  confirmLinks: [],
});

/** Undefined when the call is refused with a 4xx; anything else is a defect. */
const allowed = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return undefined;
    throw error;
  }
};

/** A stranger and the owner of a mailbox, on one service; nothing they do is counted against another scene. */
const openScene = (world: World, n: number) => {
  const owner = person(`owner${n}@example.org`, `+9190000${String(n).padStart(5, '0')}`);
  const stranger = person(`stranger${n}@example.org`, `+9191111${String(n).padStart(5, '0')}`);
  const headers = {
    'x-client-ip': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    'x-internal-secret': TEST_INTERNAL_SECRET,
  };
  const { visitor } = world;

  const enter = async (who: Person, call: Promise<{ token: string; user: { _id: string } }>) => {
    const session = await allowed(call);
    if (session) who.tokens.push(session.token);
    return session?.user._id;
  };
  const newest = async (to: string, subject: string): Promise<string | undefined> => {
    const mails = await world.mails(to);
    const mail = mails.find((candidate) => candidate.subject === subject);
    return mail ? tokenIn(mail) : undefined;
  };

  const register = (who: Person, email: string) =>
    enter(
      who,
      visitor.register(
        { body: { name: 'Reader', email, phone: who.phone, password: who.password } },
        { headers },
      ),
    );
  const logIn = (who: Person, as: { email: string } | { phone: string }) =>
    enter(who, visitor.login({ body: { ...as, password: who.password } }, { headers }));
  const google = async (who: Person) =>
    enter(
      who,
      visitor.googleSignIn(
        { body: { credential: await world.credential({ email: who.mailbox }) } },
        { headers },
      ),
    );
  const askReset = async (who: Person) => {
    await visitor.forgotPassword({ body: { email: who.mailbox } }, { headers });
    return newest(who.mailbox, RESET);
  };
  const useReset = (who: Person, token: string) =>
    allowed(visitor.resetPassword({ body: { token, password: who.password } }, { headers }));
  const reset = async (who: Person) => {
    const token = await askReset(who);
    if (token) await useReset(who, token);
    return token ? logIn(who, { email: who.mailbox }) : undefined;
  };
  const press = (token: string) => allowed(visitor.confirmEmail({ body: { token } }, { headers }));
  /** The newest of the own sessions that still counts. */
  const account = async (who: Person) => {
    for (const token of who.tokens.toReversed()) {
      const profile = await allowed(world.as(token).getProfile());
      if (profile) return { profile, mine: world.as(token) };
    }
    return undefined;
  };
  /** @returns the token of the link mailed to the new address */
  const askChange = async (who: Person, newEmail: string) => {
    const opened = await account(who);
    const asked =
      opened &&
      (await allowed(opened.mine.updateProfile({ body: { newEmail, currentPassword: who.password } })));
    return asked?.pendingEmail === newEmail ? newest(newEmail, CONFIRM) : undefined;
  };
  return { owner, stranger, register, logIn, google, askReset, useReset, reset, press, account, askChange };
};
type Scene = ReturnType<typeof openScene>;

const acts = {
  'stranger registers under the mailbox of the owner': ({ register, stranger, owner }) =>
    register(stranger, owner.mailbox),
  'stranger resets': ({ reset, stranger }) => reset(stranger),
  'stranger keeps a reset link': async ({ askReset, stranger }) => {
    const token = await askReset(stranger);
    if (token) stranger.resetLinks.push(token);
  },
  'stranger changes to the mailbox of the owner, who presses': async ({
    askChange,
    press,
    stranger,
    owner,
  }) => {
    const token = await askChange(stranger, owner.mailbox);
    if (token) await press(token);
  },
  'stranger changes to the own mailbox': async ({ askChange, press, stranger }) => {
    const token = await askChange(stranger, stranger.mailbox);
    if (token) await press(token);
  },
  'stranger keeps a confirmation link': async ({ askChange, stranger }) => {
    const token = await askChange(stranger, stranger.mailbox);
    if (token) stranger.confirmLinks.push(token);
  },
  'stranger signs in with Google': ({ google, stranger }) => google(stranger),
  'owner registers': ({ register, owner }) => register(owner, owner.mailbox),
  'owner resets': ({ reset, owner }) => reset(owner),
  'owner signs in with Google': ({ google, owner }) => google(owner),
} as const satisfies Record<string, (scene: Scene) => Promise<unknown>>;
type Act = keyof typeof acts;
const names = Object.keys(acts) as Act[];

/** Tries everything the stranger has. @returns how they got in, if they did */
const ways = async (scene: Scene, account: string): Promise<string[]> => {
  const { stranger, owner, logIn, google, useReset, press, reset } = scene;
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
  await tryAll('at once');
  for (const token of stranger.resetLinks) await useReset(stranger, token);
  for (const token of stranger.confirmLinks) await press(token);
  note('after old links: reset', await reset(stranger));
  await tryAll('after old links');
  return found;
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

let scenes = 0;
/** @returns what is wrong after these acts and the owner's proof; empty when nothing is */
const wrongAfter = async (sequence: readonly Act[], proof: Proof): Promise<string[]> => {
  scenes += 1;
  const scene = openScene(world, scenes);
  for (const act of sequence) await acts[act](scene);
  const account = await scene[proof](scene.owner);
  if (!account) return proof === 'google' ? ['the owner’s Google is refused'] : [];
  const found = await ways(scene, account);
  const stays = (await scene.account(scene.owner))?.profile;
  if (stays?._id !== account || stays.email !== scene.owner.mailbox) found.push('the owner is out');
  return found;
};

const check = async (scenes: readonly (readonly [readonly Act[], Proof])[]) => {
  const failed: Record<string, string[]> = {};
  const waiting = [...scenes];
  const work = async () => {
    for (let scene = waiting.shift(); scene; scene = waiting.shift()) {
      const [sequence, proof] = scene;
      const wrong = await wrongAfter(sequence, proof);
      if (wrong.length > 0) failed[[...sequence, `owner proves by ${proof}`].join(' → ')] = wrong;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
};

/** The same sequences in every run (mulberry32). */
const numbers = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};
const sampled = (count: number, length: number, seed: number): Act[][] => {
  const next = numbers(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length }, () => names[Math.floor(next() * names.length)] as Act),
  );
};
const pairs: Act[][] = names.flatMap((first) => names.map((second) => [first, second]));
const inside: Act[] = ['stranger signs in with Google', 'stranger resets'];

describe('once the owner has proved the mailbox, no stranger gets in', () => {
  it.each(proofs)('after the takeover by Google, reset and change of address, then %s', async (proof) => {
    const takeover: Act[] = [...inside, 'stranger changes to the mailbox of the owner, who presses'];
    expect(await check([[takeover, proof]])).toEqual({});
  });

  it('after every pair of acts of a stranger with Google and a password, and of the owner', async () => {
    const scenes = pairs.map((pair, n) => [[...inside, ...pair], n % 3 === 2 ? 'google' : 'reset'] as const);
    expect(await check(scenes)).toEqual({});
  }, 300_000);

  it('after longer sequences from nothing', async () => {
    const scenes = sampled(40, 5, 7).map((acts, n) => [acts, n % 2 === 0 ? 'reset' : 'google'] as const);
    expect(await check(scenes)).toEqual({});
  }, 300_000);
});
