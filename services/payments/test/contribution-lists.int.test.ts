/** Contributions as admins see them: the list of the specification, pages, and the sums of months. */
import type { ContributionSort } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { admin, contribution, give, problemOf } from './orders-fixture.ts';

describe('a contribution', () => {
  it('is listed for admins with its order, provider, status, amount and currency, only (PAY-16)', async () => {
    await using fixture = await bootPayments();
    const { orderId, secret, visitor } = await give(fixture, contribution);
    await fixture.pay.cashfree(secret);
    await visitor.verifyCashfree({ body: { orderId } });
    await fixture.api.createPayment({ body: { items: [{ media: 'm1' }] } });

    const listed = await fixture.as(admin).listContributions();

    expect(listed).toMatchObject([
      {
        _id: orderId,
        provider: 'cashfree',
        status: 'paid',
        amount: 500,
        amountMinor: 50_000,
        currency: 'INR',
      },
    ]);
    expect(listed[0]?.order).toMatch(/^ST-/);
    expect(JSON.stringify(listed)).not.toMatch(/asha/i);
    expect((await problemOf(fixture.api.listContributions()))?.status).toBe(403);
    expect((await problemOf(fixture.as('visitor').listContributions()))?.status).toBe(401);
  });

  it('is on a page of admins, sorted by any column, and in the sum of its month (ADM-33)', async () => {
    await using fixture = await bootPayments();
    const amounts = [30_000, 10_000, 20_000];
    const ids: string[] = [];
    for (const amount of amounts) {
      const { orderId, secret, visitor } = await give(fixture, { ...contribution, amount });
      if (amount !== 20_000) {
        await fixture.pay.cashfree(secret);
        await visitor.verifyCashfree({ body: { orderId } });
      }
      ids.push(orderId);
    }
    await fixture.api.createPayment({ body: { items: [{ media: 'm1' }] } });
    const [a, b, c] = ids;
    const desk = fixture.as(admin);
    const idsOf = async (query: { sort?: ContributionSort }) =>
      (await desk.searchContributions({ query })).contributions.map(({ _id }) => _id);

    expect(await idsOf({})).toEqual([c, b, a]);
    expect(await idsOf({ sort: 'createdAt' })).toEqual([a, b, c]);
    expect(await idsOf({ sort: '-amount' })).toEqual([a, c, b]);
    expect(await idsOf({ sort: 'status' })).toHaveLength(3);
    expect(await desk.searchContributions({ query: { sort: 'amount', page: 2, pageSize: 2 } })).toMatchObject(
      {
        contributions: [{ _id: a }],
        total: 3,
        page: 2,
        pages: 2,
      },
    );
    const sums = await desk.listContributionMonths();
    expect(sums).toMatchObject([{ currency: 'INR', minor: 40_000, count: 2 }]);
    expect((await problemOf(fixture.api.searchContributions({ query: {} })))?.status).toBe(403);
    expect((await problemOf(fixture.as('visitor').listContributionMonths()))?.status).toBe(401);
    expect(
      await problemOf(desk.searchContributions({ query: { sort: 'buyer.email' as 'id' } })),
    ).toMatchObject({ status: 400 });
  });
});
