import { testUser } from '@satrangi/chassis/testing';
import { virtualRunApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootRun, DURING, form } from './boot-run.ts';

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
