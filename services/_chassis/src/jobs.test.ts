import { expect, it, vi } from 'vitest';
import { createJobs, every } from './jobs.ts';
import { createLog } from './log.ts';

const log = createLog('library', 'silent');

it('a job never overlaps itself', async () => {
  let underWay = 0;
  let most = 0;
  const job = every('slow', 60_000, async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 5));
    underWay -= 1;
  });
  const jobs = createJobs([job], log);

  await Promise.all([jobs.run('slow'), jobs.run('slow'), jobs.run('slow')]);
  await jobs.stop();

  expect(most).toBe(1);
});

it('jobs begin when they are started, and one that fails comes again', async () => {
  const run = vi.fn().mockRejectedValue(new Error('not today'));
  const jobs = createJobs([every('failing', 1, run)], log);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(run).not.toHaveBeenCalled();
  jobs.start();

  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(2));
  await jobs.stop();

  await expect(jobs.run('unknown')).rejects.toThrow('no job is called unknown');
});

it('stopping tells a running job and waits for it', async () => {
  let ended = false;
  const job = every('long', 60_000, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended = true;
  });
  const jobs = createJobs([job], log);
  const running = jobs.run('long');

  await new Promise((resolve) => setTimeout(resolve, 1));
  await jobs.stop();
  await running;

  expect(ended).toBe(true);
});
