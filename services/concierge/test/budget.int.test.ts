import { freePort } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { expect, it } from 'vitest';
import { bootWithModel } from './boot-with-model.ts';

const chat = useFixture(() => bootWithModel({ env: { AI_TIMEOUT_MS: '1500' } }));
/** What one message adds to the spending of the day. */
const costOf = async (fault: Record<string, unknown> | null): Promise<number> => {
  await chat.setFault(fault);
  chat.service.clock.advance(61_000);
  const before = await chat.spentToday();
  await chat.send('books about rain');
  return (await chat.spentToday()) - before;
};

it('a call that may have been charged stays in the budget of the day (CON-09)', async () => {
  const usual = await costOf(null);
  const reservation = await costOf({ hang: 60_000 });

  expect(usual).toBeGreaterThan(0);
  expect(reservation).toBeGreaterThan(usual);
  // the reservation where no usage came, the reported usage where the answer was no choice
  for (const fault of [{ status: 500 }, { status: 502, after: true }, { cut: true }])
    expect(await costOf(fault), JSON.stringify(fault)).toBe(reservation);
  for (const fault of [{ garbage: true }, { flood: true }, { loop: true }]) {
    const cost = await costOf(fault);
    expect(cost, JSON.stringify(fault)).toBeGreaterThan(0);
    expect(cost, JSON.stringify(fault)).not.toBe(reservation);
  }
});

it.each([401, 403, 404, 429])(
  'a call refused with %i is released: it costs nothing (CON-09)',
  async (status) => {
    expect(await costOf({ status })).toBe(0);
  },
);

it('a call that never reached the provider costs nothing (CON-09)', async () => {
  await using away = await bootWithModel({
    env: { OPENAI_BASE_URL: `http://127.0.0.1:${await freePort()}/v1` },
  });

  expect((await away.send('books about rain')).by).toBe('local');

  expect(await away.spentToday()).toBe(0);
});

it('a provider that fails all day is not called beyond the budget', async () => {
  await using poor = await bootWithModel({ env: { AI_RUPEES_PER_DAY: '5' } });
  await poor.setFault({ garbage: true, status: 500, after: true });
  for (let n = 0; n < 40; n++) {
    await poor.send('books about rain');
    poor.service.clock.advance(61_000);
  }
  const prompted = JSON.parse(await poor.prompts()).length;

  expect(prompted).toBeGreaterThan(0);
  expect(prompted).toBeLessThan(40);
  expect(await poor.spentToday()).toBeLessThanOrEqual(500);
});
