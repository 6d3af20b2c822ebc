import { loadSeedRunners, openSeedRecord, seedRunners } from '@satrangi/seed';
import type { Running } from './one-process.ts';

/**
 * Registers the demo runners that a data folder has not received yet. Only the sandbox takes their money: with real payment
 * providers there are none.
 * @returns a summary line, or null when nothing was added
 */
export const seedRun = async (
  { url, sandboxUrl, sandboxPassword, services }: Running,
  dataDir: string,
): Promise<string | null> => {
  if (sandboxUrl === null) return null;
  const record = openSeedRecord(dataDir);
  const runners = record.missingRunnersOf(await loadSeedRunners());
  if (runners.length === 0) return null;
  const registered = await seedRunners({
    runUrl: services['virtual-run'],
    paymentsUrl: services.payments,
    sandboxUrl: `${url}/sandbox`,
    sandboxPassword,
    runners,
    onRegistered: record.keepRunner,
  });
  return registered === 0 ? null : `${registered} demo runners registered`;
};
