/** Negative controls: with a protection removed (decision 0055), the harm it prevents must be observable. */
import { describe, expect, it } from 'vitest';

type Module = typeof import('./boot-run.ts');

/** The fixture, loaded with a mutation of the service. */
const bootWithout = async (removed: string) => {
  const query = removed === 'nothing' ? '' : `?mutations=${removed}`;
  const module: Module = await import(/* @vite-ignore */ `./boot-run.ts${query}`);
  return { run: await module.bootRun(), module };
};
const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { status: number }) => error.status,
  );

describe('with a protection removed, the run would', () => {
  it.each(['run-return-once', 'nothing'])(
    'take one refund twice from a page (P60; %s is removed)',
    async (removed) => {
      const { run: fixture } = await bootWithout(removed);
      await using run = fixture;
      const { slug } = await run.register();
      const orderId = await run.give(slug, 50_000);
      for (const _copy of [1, 2]) await run.giveBack(orderId, slug, 10_000, 're_twice');

      const { raisedMinor } = await run.visitor.getPage({ params: { slug } });
      expect(raisedMinor).toBe(removed === 'nothing' ? 40_000 : 30_000);
    },
  );

  it.each(['run-one-payment', 'nothing'])(
    'register a payment more than once (P59, RUN-27; %s is removed)',
    async (removed) => {
      const { run: fixture, module } = await bootWithout(removed);
      await using run = fixture;
      const { paymentId } = await run.feePaid();
      const body = { ...module.form(), paymentId };
      const answers = await Promise.all(Array.from({ length: 20 }, () => run.visitor.register({ body })));

      const addresses = new Set(answers.map(({ slug }) => slug)).size;
      expect(addresses > 1).toBe(removed === 'run-one-payment');
    },
  );

  it.each(['run-end', 'nothing'])(
    'accept a form after the end (P63, RUN-22; %s is removed)',
    async (removed) => {
      const { run: fixture, module } = await bootWithout(removed);
      await using run = fixture;
      run.service.clock.set(new Date('2026-12-09T19:30:00.000Z'));

      const status = await statusOf(run.visitor.createDraft({ body: module.form() }));
      expect(status).toBe(removed === 'nothing' ? 409 : 200);
    },
  );

  it.each(['run-page-fields', 'nothing'])(
    'show a billing name (P62, RUN-38; %s is removed)',
    async (removed) => {
      const { run: fixture } = await bootWithout(removed);
      await using run = fixture;
      const { slug } = await run.register();

      const { displayName } = await run.visitor.getPage({ params: { slug } });
      expect(displayName === 'Asha').toBe(removed === 'nothing');
    },
  );

  it.each(['run-pronouns', 'nothing'])(
    'show pronouns without the choice of the runner (RUN-24; %s is removed)',
    async (removed) => {
      const { run: fixture } = await bootWithout(removed);
      await using run = fixture;
      const { slug } = await run.register({ pronouns: 'They/Them' });

      const { pronouns } = await run.visitor.getPage({ params: { slug } });
      expect(pronouns).toBe(removed === 'nothing' ? null : 'They/Them');
    },
  );
});
