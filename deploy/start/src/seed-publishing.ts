import { createClient, identityApi } from '@satrangi/contracts';
import { type Credentials, loadSeedSubmissions, openSeedRecord, seedSubmissions } from '@satrangi/seed';
import type { Running } from './one-process.ts';
import { localSecrets } from './settings.ts';

/**
 * Sends the demo submissions that a data folder has not received yet, and moves them as an admin. Beside real payment
 * providers there are none: their authors are invented.
 * @returns a summary line, or null when nothing was missing
 */
export const seedPublishing = async (
  { url, sandboxUrl, services }: Running,
  dataDir: string,
  admin: Credentials | null,
): Promise<string | null> => {
  if (sandboxUrl === null) return null;
  const record = openSeedRecord(dataDir);
  const submissions = record.missingSubmissionsOf(await loadSeedSubmissions());
  if (submissions.length === 0) return null;
  if (!admin)
    return `${submissions.length} demo submissions are new: start once with ADMIN_EMAIL and ADMIN_PASSWORD set to add them.`;
  const { token } = await createClient(identityApi, { baseUrl: `${url}/api` }).login({ body: admin });
  const sent = await seedSubmissions({
    publishingUrl: services.publishing,
    adminToken: token,
    internalSecret: localSecrets(dataDir).INTERNAL_SECRET,
    submissions,
    onSubmitted: record.keepSubmission,
  });
  return `${sent} demo submissions received`;
};
