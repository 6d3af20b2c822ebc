import { expect, it, vi } from 'vitest';
import { createJobs, every } from './jobs.ts';
import { createLog } from './log.ts';

const options = { log: createLog('library', 'silent'), runOnOne: vi.fn() };

it('a job never overlaps itself', async () => {
  let active = 0;
  let mostAtOnce = 0;
  const job = every('slow', 60_000, async () => {
    active += 1;
    mostAtOnce = Math.max(mostAtOnce, active);
    await new Promise((resolve) => setTimeout(resolve, 5));
    active -= 1;
  });
  const jobs = createJobs([job], options);

  await Promise.all([jobs.run('slow'), jobs.run('slow'), jobs.run('slow')]);
  await jobs.stop();

  expect(mostAtOnce).toBe(1);
});

it('jobs run after `start`, and a failed job runs again', async () => {
  const run = vi.fn().mockRejectedValue(new Error('first failure'));
  const jobs = createJobs([every('failing', 1, run)], options);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(run).not.toHaveBeenCalled();
  jobs.start();

  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(2));
  await jobs.stop();

  await expect(jobs.run('unknown')).rejects.toThrow('unknown job unknown');
});

it('`stop` aborts a running job and waits for it', async () => {
  let ended = false;
  const job = every('long', 60_000, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended = true;
  });
  const jobs = createJobs([job], options);
  const running = jobs.run('long');

  await new Promise((resolve) => setTimeout(resolve, 1));
  await jobs.stop();
  await running;

  expect(ended).toBe(true);
});
