/** A registration waits for its payment and asks for it again and again: by an index. */
import { anEvent, recordScans, testUser } from '@satrangi/chassis/testing';
import { userDeleted, virtualRunApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootRun, DURING, form } from './boot-run.ts';

it('registrations and erasures read no whole collection', async () => {
  await using run = await bootRun();
  run.service.clock.set(DURING);
  const scans = recordScans(run.service);
  const runner = testUser();
  const client = run.service.as(runner, virtualRunApi);

  const { draftId } = await client.createDraft({ body: form() });
  await client.register({ body: { ...form(), draftId, paymentId: 'pi_unknown' } });
  await run.service.deliver(anEvent(userDeleted, { data: { userId: runner.userId } }));

  expect(await scans()).toEqual([]);
});
