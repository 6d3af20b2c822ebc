import { once } from 'node:events';
import { createServer } from 'node:http';
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { type ErasingService, envName, erasingServices } from '@satrangi/contracts';
import { expect } from 'vitest';
import { openWorld } from './world.ts';

const HOUR_MS = 3_600_000;
export const EMAIL = 'asha@example.org';

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

export type Kept = {
  _id: string;
  email?: string;
  erasure?: object;
  unproved?: { lookAt: Date; closing?: object; tries: number };
};
/** Identity with a mail server, and every service it asks. */
export const openScene = async (env: Record<string, string> = {}) => {
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
export type Scene = Awaited<ReturnType<typeof openScene>>;

export const isErased = async (scene: Scene, userId: string): Promise<boolean> =>
  (await scene.kept(userId))?.erasure !== undefined;
/** Up to the first question: everything is answered, logins are ended, and an hour begins. */
export const untilClosed = async (scene: Scene, userId: string): Promise<void> => {
  await scene.pass(14);
  expect((await scene.kept(userId))?.unproved?.closing).toBeDefined();
};
export const secondQuestion = async ({ world, sweep }: Scene): Promise<void> => {
  world.service.clock.advance(HOUR_MS + 60_000);
  await sweep();
};
