import { useFixture } from '@satrangi/chassis/use-fixture';
import { EDIT_TOKEN_HEADER, OrderId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { editToken } from '../src/pages/edit-token.ts';
import { bootRun, RUN_SECRET, refusal } from './boot-run.ts';

const run = useFixture(bootRun);
const page = (slug: string) => run.visitor.getPage({ params: { slug } });
/** A change by the private link. @returns the page as its runner sees it */
const change = async (slug: string, body: object): Promise<Record<string, unknown>> => {
  const { results } = await run.admin.listRegistrations({ query: { q: slug } });
  const token = editToken(RUN_SECRET, { _id: results[0]?._id ?? '' });
  const response = await fetch(`${run.service.url}/virtual-run/f/${slug}`, {
    method: 'PATCH',
    headers: { [EDIT_TOKEN_HEADER]: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
};

it('a gift is anonymous until its giver adds a name; hidden amounts stay hidden; words are stored once (RUN-24, P62)', async () => {
  const { slug } = await run.register();
  const words = { name: 'Friend', message: 'Go!', isAnonymous: false, showAmount: false };
  // tests name ids; the types want the brand of a parsed id
  await run.visitor.giftWords({ params: { orderId: 'words-first' as never }, body: words });
  await run.give(slug, 10_000, { orderId: 'words-first' });
  await run.give(slug, 20_000);
  const other = { ...words, message: 'Another' };
  const again = await refusal(
    // tests name ids; the types want the brand of a parsed id
    run.visitor.giftWords({ params: { orderId: 'words-first' as never }, body: other }),
  );
  const { donors, raised } = await page(slug);

  expect(again.status).toBe(409);
  expect(raised).toBe(300);
  expect(donors.map(({ name, amount, message }) => [name, amount, message])).toEqual(
    expect.arrayContaining([
      ['Friend', null, 'Go!'],
      ['Anonymous', 200, null],
    ]),
  );
  for (const donor of donors) expect(Object.keys(donor).sort()).toEqual(['amount', 'at', 'message', 'name']);
});

it('a runner takes names and messages of givers off the page, which may tell what the runner does not (RUN-33, P62)', async () => {
  const { slug } = await run.register();
  const orderId = await run.give(slug, 10_000);
  const words = { name: 'Uncle', message: 'My gay nephew Rahul', isAnonymous: false, showAmount: true };
  // tests name ids; the types want the brand of a parsed id
  await run.visitor.giftWords({ params: { orderId: orderId as never }, body: words });
  expect((await page(slug)).donors).toMatchObject([{ name: 'Uncle', message: words.message }]);

  const changed = await change(slug, { showWords: false });
  const hidden = { name: 'Anonymous', amount: 100, message: null };
  expect([changed.showWords, changed.donors]).toMatchObject([false, [hidden]]);
  expect((await page(slug)).donors).toMatchObject([hidden]);
  const { donors } = await run.visitor.listDonors({ params: { slug }, query: {} });
  expect(donors).toMatchObject([hidden]);
  await change(slug, { story: 'Another' });
  expect((await page(slug)).donors).toMatchObject([hidden]);
  await change(slug, { showWords: true });
  expect((await page(slug)).donors).toMatchObject([{ name: 'Uncle', message: words.message }]);
});

it('a return that comes more than a day before its gift counts, also of a gift with words (P60)', async () => {
  await using other = await bootRun();
  const { slug } = await other.register();
  const words = { name: 'Friend', message: 'Go!', isAnonymous: false, showAmount: true };
  const params = { orderId: OrderId.parse('return-first-with-words') };
  await other.visitor.giftWords({ params, body: words });
  await other.giveBack('return-first-with-words', slug, 4_000, 'refund-first');
  other.service.clock.advance(25 * 3_600_000);
  await other.service.runJob('expire-drafts');
  await other.give(slug, 10_000, { orderId: 'return-first-with-words' });

  const { raised, donors } = await other.visitor.getPage({ params: { slug } });
  expect([raised, donors.map(({ name, message }) => [name, message])]).toEqual([60, [['Anonymous', null]]]);
});
