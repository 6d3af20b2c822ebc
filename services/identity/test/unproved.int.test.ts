/** Accounts whose address was never proved: which are erased, which are not, and what may come in between (decision 0053). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { bootService, freshSuffix, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { type ErasingService, envName, erasingServices, identityApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { identity } from '../src/service.ts';
import { CONFIRM, manyRegister, openWorld, PASSWORD, refusal, tokenIn } from './world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EMAIL = 'asha@example.org';
const REMINDER = 'Your email address is not confirmed yet';

type Answer = 'nothing' | 'owns' | 'silent' | 'broken' | 'nonsense';

/** Stands where the services that erase are and answers what the test wants. */
const openServices = async () => {
  const answers = Object.fromEntries(erasingServices.map((name) => [name, 'nothing'])) as Record<
    ErasingService,
    Answer
  >;
  const asked: { service: string; userId: string; tokenVersion: number }[] = [];
  const hooks = { onAsked: async (): Promise<void> => {} };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://services');
    const [, , service = '', , userId = ''] = pathname.split('/');
    asked.push({ service, userId, tokenVersion: Number(searchParams.get('tokenVersion')) });
    await hooks.onAsked();
    const answer = answers[service as ErasingService];
    const isTrusted = request.headers['x-internal-secret'] === TEST_INTERNAL_SECRET;
    if (answer === 'silent') return;
    response.setHeader('content-type', 'application/json');
    response.statusCode = answer === 'broken' || !isTrusted ? 503 : 200;
    response.end(JSON.stringify(answer === 'nonsense' ? {} : { owns: answer === 'owns' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    answers,
    asked,
    hooks,
    env: Object.fromEntries(erasingServices.map((name) => [envName(name, 'URL'), url])),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

type Kept = {
  _id: string;
  email?: string;
  erasure?: object;
  unproved?: { lookAt: Date; closing?: object; tries: number };
};
const openScene = async (env: Record<string, string> = {}) => {
  const stack = new AsyncDisposableStack();
  const services = stack.use(await openServices());
  const world = stack.use(await openWorld({ ...services.env, ...env }));
  const kept = () => world.service.inside.store.connection.db?.collection<Kept>('accounts');
  return {
    world,
    services,
    kept: (userId: string) => kept()?.findOne({ _id: userId }),
    accounts: kept,
    sweep: () => world.service.runJob('sweep-unproved'),
    /** Time goes on by steps, as it does: the job looks in between. */
    pass: async (days: number): Promise<void> => {
      for (let hours = 0; hours < days * 24; hours += 12) {
        world.service.clock.advance(12 * HOUR_MS);
        await world.service.runJob('sweep-unproved');
        await world.service.runWork();
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};
type Scene = Awaited<ReturnType<typeof openScene>>;

const isErased = async (scene: Scene, userId: string): Promise<boolean> =>
  (await scene.kept(userId))?.erasure !== undefined;
/** Up to the first question: everything is answered, logins are ended, and an hour begins. */
const untilClosed = async (scene: Scene, userId: string): Promise<void> => {
  await scene.pass(14);
  expect((await scene.kept(userId))?.unproved?.closing).toBeDefined();
};
const secondQuestion = async ({ world, sweep }: Scene): Promise<void> => {
  world.service.clock.advance(HOUR_MS + 60_000);
  await sweep();
};

describe('an account whose address was never proved and that owns nothing', () => {
  it('is reminded once and erased after 14 days, with the one record and event of every erasure', async () => {
    await using scene = await openScene();
    const { world } = scene;
    const { userId, token } = await world.join(EMAIL);

    await scene.pass(10.5);
    expect(await world.mails(EMAIL)).toEqual([]);
    await scene.pass(1);
    expect((await world.mails(EMAIL)).map(({ subject }) => subject)).toEqual([REMINDER]);
    await scene.pass(2);
    expect(scene.services.asked).toEqual([]);
    await scene.pass(0.5);
    expect((await refusal(world.as(token).getProfile())).message).toBe('Invalid token');
    expect(await isErased(scene, userId)).toBe(false);
    await secondQuestion(scene);

    const record = await scene.kept(userId);
    expect(record?.erasure).toBeDefined();
    expect(JSON.stringify(record)).not.toMatch(/asha/i);
    const said = (await world.service.announced()).filter(({ type }) => type.includes('user-deleted'));
    expect(said.map(({ data }) => data)).toEqual([{ userId }]);
    expect(await world.mails(EMAIL)).toHaveLength(1);
    expect(scene.services.asked.map(({ tokenVersion }) => tokenVersion)).toEqual([
      ...erasingServices.map(() => 0),
      ...erasingServices.map(() => 1),
    ]);
    expect((await world.join(EMAIL)).userId).not.toBe(userId);
  });

  it('is kept when the link is confirmed, at the last moment too, or the password reset by mail', async () => {
    await using scene = await openScene();
    const { world } = scene;
    const early = await world.join('early@example.org');
    const reset = await world.join('reset@example.org');
    const late = await world.join('late@example.org');
    const link = async (to: string) =>
      tokenIn((await world.mails(to, 'all')).find(({ subject }) => subject === CONFIRM));
    await world.confirm(await link('early@example.org'));
    await untilClosed(scene, late.userId);
    await world.confirm(tokenIn((await world.mails('late@example.org'))[0]));
    await world.visitor.forgotPassword({ body: { email: 'reset@example.org' } });
    const token = tokenIn((await world.mails('reset@example.org'))[0]);
    await world.visitor.resetPassword({ body: { token, password: 'monsoon in malabar' } });

    await secondQuestion(scene);
    await scene.pass(40);

    for (const { userId } of [early, late, reset]) expect(await isErased(scene, userId)).toBe(false);
    expect(scene.services.asked.filter(({ userId }) => userId === early.userId)).toEqual([]);
  });

  it('is kept while the rule is off, when no mail could be sent, and when a service has no address', async () => {
    for (const env of [{ UNPROVED_ACCOUNT_DAYS: '0' }, { SMTP_URL: '' }, { LIBRARY_URL: '' }]) {
      await using scene = await openScene(env);
      const { userId } = await scene.world.join(EMAIL);

      await scene.pass(20);
      await secondQuestion(scene);

      expect((await scene.kept(userId))?.email).toBe(EMAIL);
    }
  });

  it('is kept when the rule was switched off after the account was made', async () => {
    await using scene = await openScene({ UNPROVED_ACCOUNT_DAYS: '0' });
    const { userId } = await scene.world.join(EMAIL);
    const past = new Date(Date.now() - DAY_MS);
    await scene
      .accounts()
      ?.updateOne(
        { _id: userId },
        { $set: { 'unproved.dueAt': past, 'unproved.lookAt': past, 'unproved.remindedAt': new Date(0) } },
      );

    await scene.pass(1);
    await secondQuestion(scene);

    expect(scene.services.asked).toEqual([]);
    expect(await isErased(scene, userId)).toBe(false);
  });

  it('is kept when it is older than this rule, an admin, of a telephone alone, or of Google', async () => {
    await using scene = await openScene();
    const { world } = scene;
    const { desk } = await world.admin();
    const old = await world.join('old@example.org');
    await scene.accounts()?.updateOne({ _id: old.userId }, { $unset: { unproved: 1 } });
    const admin = await world.join('admin@example.org');
    await desk.updateUser({
      params: { id: admin.userId },
      body: { name: 'A', email: 'admin@example.org', role: 'ADMIN' },
    });
    const phone = await world.visitor.register({
      body: { name: 'P', phone: '+91 98765 43210', password: PASSWORD },
    });
    const credential = await world.credential({ email: 'google@example.org' });
    const google = await world.visitor.googleSignIn({ body: { credential } });

    await scene.pass(20);

    for (const id of [old.userId, admin.userId, phone.user._id, google.user._id])
      expect(await isErased(scene, id)).toBe(false);
    expect(scene.services.asked).toEqual([]);
  });

  it('is kept when it became an admin after the first question', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    const { desk } = await scene.world.admin();
    await untilClosed(scene, userId);
    await desk.updateUser({ params: { id: userId }, body: { name: 'A', email: EMAIL, role: 'ADMIN' } });

    await secondQuestion(scene);
    await scene.pass(3);

    expect(await isErased(scene, userId)).toBe(false);
  });
});

describe('what services answer', () => {
  it.each(erasingServices)(
    'one that holds something keeps the account, and is left in peace for weeks: %s',
    async (name) => {
      await using scene = await openScene();
      scene.services.answers[name] = 'owns';
      const { userId, token } = await scene.world.join(EMAIL);

      await scene.pass(20);

      expect(await isErased(scene, userId)).toBe(false);
      expect(scene.services.asked).toHaveLength(erasingServices.length);
      expect((await scene.world.as(token).getProfile()).email).toBe(EMAIL);
    },
  );

  it.each(['silent', 'broken', 'nonsense'] as const)(
    'a %s one keeps the account, and is asked again later',
    async (answer) => {
      await using scene = await openScene();
      scene.services.answers.payments = answer;
      const { userId, token } = await scene.world.join(EMAIL);
      await scene.pass(15);

      expect(await isErased(scene, userId)).toBe(false);
      expect((await scene.world.as(token).getProfile()).email).toBe(EMAIL);
      const rounds = scene.services.asked.length;
      expect(rounds).toBeLessThan(6 * erasingServices.length);

      scene.services.answers.payments = 'nothing';
      await scene.pass(1);
      await secondQuestion(scene);
      expect(await isErased(scene, userId)).toBe(true);
    },
  );

  it('a silent one at the second question keeps the account closed until it answers', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);
    scene.services.answers.library = 'broken';
    await secondQuestion(scene);
    expect(await isErased(scene, userId)).toBe(false);

    scene.services.answers.library = 'nothing';
    await scene.pass(0.5);

    expect(await isErased(scene, userId)).toBe(true);
  });
});

describe('between the first question and the erasure', () => {
  it('something bought keeps the account, and its reader logs in as before', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);
    scene.services.answers.payments = 'owns';

    await secondQuestion(scene);
    await scene.pass(10);

    expect((await scene.kept(userId))?.unproved).not.toHaveProperty('closing');
    expect((await scene.world.logIn(EMAIL, PASSWORD)).user._id).toBe(userId);
  });

  it('a login takes the erasure back for a day', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);

    const { token } = await scene.world.logIn(EMAIL, PASSWORD);
    await secondQuestion(scene);

    expect(await isErased(scene, userId)).toBe(false);
    expect((await scene.world.as(token).getProfile()).email).toBe(EMAIL);
    await scene.pass(1.5);
    await secondQuestion(scene);
    expect(await isErased(scene, userId)).toBe(true);
  });

  it('a login while services answer the second question takes the erasure back', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);
    let token = '';
    scene.services.hooks.onAsked = async () => {
      scene.services.hooks.onAsked = async () => {};
      token = (await scene.world.logIn(EMAIL, PASSWORD)).token;
    };

    await secondQuestion(scene);

    expect(await isErased(scene, userId)).toBe(false);
    expect((await scene.world.as(token).getProfile()).email).toBe(EMAIL);
  });

  it('no login from before lives, however young it is', async () => {
    await using scene = await openScene();
    const { userId } = await scene.world.join(EMAIL);
    await scene.pass(13.5);
    const { token } = await scene.world.logIn(EMAIL, PASSWORD);
    const other = await scene.world.logIn(EMAIL, PASSWORD);
    expect((await scene.world.as(token).getProfile())._id).toBe(userId);

    await scene.pass(0.5);

    expect(await scene.kept(userId)).toMatchObject({
      tokenVersion: 1,
      unproved: { closing: { tokenVersion: 1 } },
    });
    for (const bearer of [token, other.token])
      expect((await refusal(scene.world.as(bearer).getProfile())).status).toBe(401);
    const events = (await scene.world.service.announced()).filter(({ type }) =>
      type.includes('user-updated'),
    );
    expect(events.at(-1)?.data).toMatchObject({ userId, tokenVersion: 1 });
  });
});

describe('processes', () => {
  const second = async (scene: Scene, suffix: string) => {
    const service = await bootService(identity, {
      env: {
        ...manyRegister,
        DB_SUFFIX: suffix,
        SMTP_URL: scene.world.sandbox.smtpUrl,
        ...scene.services.env,
      },
    });
    service.clock.set(scene.world.service.clock.now());
    return service;
  };

  it('two that sweep at once close and erase an account once', async () => {
    const suffix = freshSuffix();
    await using scene = await openScene({ DB_SUFFIX: suffix });
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, n) => scene.world.join(`reader${n}@example.org`)),
    );
    await scene.pass(13.5);
    scene.world.service.clock.advance(DAY_MS);
    await using other = await second(scene, suffix);

    for (let turn = 0; turn < 2; turn += 1) {
      await Promise.all([scene.sweep(), other.runJob('sweep-unproved')]);
      for (const service of [scene.world.service, other]) service.clock.advance(HOUR_MS + 60_000);
    }

    for (const { userId } of people) expect(await isErased(scene, userId)).toBe(true);
    const said = [...(await scene.world.service.announced()), ...(await other.announced())].filter(
      ({ type }) => type.includes('user-deleted'),
    );
    expect(said.map(({ data }) => (data as { userId: string }).userId).sort()).toEqual(
      people.map(({ userId }) => String(userId)).sort(),
    );
    expect(scene.services.asked).toHaveLength(2 * people.length * erasingServices.length);
  });

  it('one that stopped after the end of all logins is followed by another, which asks and erases', async () => {
    const suffix = freshSuffix();
    await using scene = await openScene({ DB_SUFFIX: suffix });
    const { userId } = await scene.world.join(EMAIL);
    await untilClosed(scene, userId);
    await scene.world.service.stop();
    await using next = await second(scene, suffix);

    next.clock.advance(HOUR_MS + 60_000);
    await next.runJob('sweep-unproved');

    const visitor = next.as('visitor', identityApi);
    expect((await refusal(visitor.login({ body: { email: EMAIL, password: PASSWORD } }))).status).toBe(401);
    expect((await next.announced()).map(({ type }) => type)).toContain('identity.user-deleted.v1');
  });
});
