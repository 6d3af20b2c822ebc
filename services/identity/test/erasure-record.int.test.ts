import { anEvent } from '@satrangi/chassis/testing';
import {
  type ErasingService,
  erasingServices,
  identitySnapshotRequested,
  UserId,
  userForgotten,
} from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { NEXT_CHECK_AT } from '../src/accounts/accounts.rules.ts';
import { deletions, EMAIL, type Fixture, HOUR_MS, openFixture, recordOf } from './fixture.ts';

const confirmErasure = (fixture: Fixture, service: ErasingService, userId: string) =>
  fixture.service.deliver(anEvent(userForgotten[service], { data: { userId: UserId.parse(userId) } }));

describe('the record of an erasure', () => {
  it('stays open until all services have confirmed; a repeated confirmation changes nothing', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register(EMAIL);
    await client.deleteAccount({});

    for (const service of erasingServices) {
      await confirmErasure(fixture, service, userId);
      const recorded = JSON.stringify(await recordOf(fixture, userId));
      fixture.service.clock.advance(1_000);
      await confirmErasure(fixture, service, userId);
      expect(JSON.stringify(await recordOf(fixture, userId))).toBe(recorded);
    }

    const record = await recordOf(fixture, userId);
    expect(record).toMatchObject({
      erasure: { [NEXT_CHECK_AT]: null, forgottenBy: { catalog: expect.any(Date) } },
    });
    fixture.service.clock.advance(HOUR_MS);
    await fixture.service.runJob('sweep-erasures');
    expect(await deletions(fixture)).toHaveLength(1);
  });

  it('ignores a confirmation for an existing or unknown account', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register(EMAIL);

    await confirmErasure(fixture, 'library', userId);
    await confirmErasure(fixture, 'library', 'nobody');

    expect(await client.getProfile()).toMatchObject({ name: 'Asha' });
    expect(await recordOf(fixture, 'nobody')).toBeNull();
  });

  it('is republished with increasing delays and new event ids until all services have confirmed', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register(EMAIL);
    await client.deleteAccount({});
    for (const service of erasingServices)
      if (service !== 'payments') await confirmErasure(fixture, service, userId);

    await fixture.service.runJob('sweep-erasures');
    expect(await deletions(fixture)).toHaveLength(1);
    for (let n = 0; n < 3; n += 1) {
      fixture.service.clock.advance(15_001 * 2 ** n);
      await fixture.service.runJob('sweep-erasures');
      await fixture.service.runJob('sweep-erasures');
    }

    const published = await deletions(fixture);
    expect(published.length).toBeGreaterThanOrEqual(3);
    expect(published.length).toBeLessThanOrEqual(4);
    expect(new Set(published.map(({ id }) => id)).size).toBe(published.length);
    await confirmErasure(fixture, 'payments', userId);
    fixture.service.clock.advance(HOUR_MS);
    await fixture.service.runJob('sweep-erasures');
    expect(await deletions(fixture)).toHaveLength(published.length);
  });

  it('without the sweep a deletion is not republished (negative control)', async () => {
    const mutated: typeof import('./fixture.ts') = await import(
      /* @vite-ignore */ `./fixture.ts?mutations=${'erasure-sweeper'}`
    );
    await using fixture = await mutated.openFixture();
    const { client } = await fixture.register(EMAIL);
    await client.deleteAccount({});

    fixture.service.clock.advance(60_000);
    await fixture.service.runJob('sweep-erasures');

    expect(await deletions(fixture)).toHaveLength(1);
  });

  it('is republished to a service restored from an old backup', async () => {
    await using fixture = await openFixture();
    const { client, userId } = await fixture.register(EMAIL);
    await client.deleteAccount({});
    const request = anEvent(identitySnapshotRequested, { data: { by: 'catalog' } });

    await fixture.service.deliver(request);
    await fixture.service.deliver(request);

    expect((await deletions(fixture)).map(({ data }) => data)).toEqual([{ userId }, { userId }]);
  });
});
