import { anEvent, testUser } from '@satrangi/chassis/testing';
import { userDeleted, virtualRunApi } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { bootRun, DURING, form, refusal } from './boot-run.ts';

it('a form that waits for its payment is in the export of its account only', async () => {
  await using run = await bootRun();
  run.service.clock.set(DURING);
  const mine = run.service.as(testUser(), virtualRunApi);
  await mine.createDraft({ body: form({ email: 'draft@runner.example', additionalInfo: 'A wheelchair' }) });

  expect((await mine.exportMine()).drafts).toMatchObject([
    { form: { name: 'Legalname Kumar', email: 'draft@runner.example', additionalInfo: 'A wheelchair' } },
  ]);
  expect((await run.service.as(testUser(), virtualRunApi).exportMine()).drafts).toEqual([]);
});

it('a registration that waits for its fee while the account is deleted keeps nothing of it (IDN-40)', async () => {
  await using run = await bootRun();
  const runner = testUser();
  const mine = run.service.as(runner, virtualRunApi);
  const stored = (name: string) => run.service.internals.store.connection.collection(name).find({}).toArray();
  const paymentId = 'pi_late';
  const registering = refusal(mine.register({ body: { ...form(), paymentId } }));
  // it is counted after its login was checked, and then waits for the fee
  await vi.waitFor(async () => expect(await stored('rate-limits')).toHaveLength(1));
  await run.service.deliver(anEvent(userDeleted, { data: { userId: runner.userId } }));
  await run.feePaid({ paymentId });

  expect((await registering).code).toBe('invalid-token');
  const registrations = await stored('registrations');
  expect(registrations).toMatchObject([{ state: 'cancelled', isPublic: false, userId: null }]);
  expect(JSON.stringify(registrations)).not.toMatch(/Legalname|asha|98765|Secretville/i);
});
