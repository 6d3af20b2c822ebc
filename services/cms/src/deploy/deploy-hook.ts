import type { Clock, Work } from '@satrangi/chassis';
import { Instant } from '@satrangi/contracts';
import { z } from 'zod';
import type { SnapshotsStore } from './snapshots.store.ts';

export const DEPLOY_HOOK = 'deploy-hook';
export const DeployHook = z.object({ revision: z.int(), at: Instant });
type DeployHook = z.infer<typeof DeployHook>;

const TIMEOUT_MS = 10_000;
const GIVES_UP_AFTER_MS = 86_400_000;

/** The outbox row that calls the hook of one revision. */
export const deployHookWork = (data: DeployHook): Work => ({
  kind: DEPLOY_HOOK,
  key: String(data.revision),
  data,
});

type Deps = { readonly url: string; readonly snapshots: SnapshotsStore; readonly clock: Clock };

/**
 * Calls the hook, at least once for each revision: the receiver detects a repeat by `x-revision`. A refusal is retried with
 * back-off by the worker, for a day.
 * @throws Error when the call has to be retried
 */
export const callDeployHook =
  ({ url, snapshots, clock }: Deps) =>
  async ({ revision, at }: DeployHook): Promise<void> => {
    if (clock.now().getTime() - Date.parse(at) > GIVES_UP_AFTER_MS)
      return snapshots.setHook(revision, 'failed');
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', 'x-revision': String(revision) },
      body: JSON.stringify({ revision, deployedAt: at }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the deploy hook answered ${response.status}`);
    await snapshots.setHook(revision, 'delivered');
  };
