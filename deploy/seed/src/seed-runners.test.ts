import { RunForm, runActivities } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { formOf, loadSeedRunners } from './seed-runners.ts';

it('the demo runners are twelve, of every activity, in six scripts, and each form is valid (RUN-11, OPS-09)', async () => {
  const runners = await loadSeedRunners();
  const scripts = ['Latin', 'Devanagari', 'Bengali', 'Tamil', 'Malayalam', 'Arabic'];

  expect(runners).toHaveLength(12);
  expect(runActivities.filter((one) => runners.some(({ activityType }) => activityType === one))).toEqual([
    ...runActivities,
  ]);
  expect(
    scripts.filter((script) =>
      runners.some(({ displayName }) => new RegExp(`\\p{Script=${script}}`, 'u').test(displayName)),
    ),
  ).toEqual(scripts);
  for (const runner of runners) {
    const { email, isListed } = RunForm.parse(formOf(runner));
    // a reserved domain: no mail can reach a person
    expect([email, isListed]).toEqual([expect.stringMatching(/\.example$/), true]);
    expect(runner.gifts.reduce((sum, { rupees }) => sum + rupees, 0)).toBeLessThan(runner.goal);
  }
});
