import {
  type Connection,
  driveConnection,
  type GoogleSettings,
  leadsToSandbox,
  openConnection,
  smtpConnection,
} from '@satrangi/chassis';
import type { CmsConfig } from '../config.ts';
import type { FetchGoogle } from '../imports/fetch-google.ts';
import { driveSdk } from './google.ts';

/** Calling the hook would start a deploy, so only its server is reached. */
const deployHook = (url: string | undefined, nodeEnv: string): Connection => ({
  id: 'deploy-hook',
  name: 'Deploy hook',
  purpose: 'Called after each deploy of the site content',
  area: 'texts',
  missing: url ? [] : ['DEPLOY_HOOK_URL'],
  isSandbox: leadsToSandbox(url, nodeEnv),
  check: async (signal) => {
    const target = new URL(url ?? '');
    await openConnection(target, { port: target.protocol === 'https:' ? 443 : 80, signal });
    return {
      isAccepted: true,
      sentence: 'Its server can be reached. The hook itself is not called, because that starts a deploy.',
    };
  },
});

/** No document has this id: Google Docs answers 404, or redirects to a login. */
const NO_DOCUMENT = '/document/d/connection-check-of-no-document/export?format=html';

const googleDocs = (google: FetchGoogle, baseUrl: string | undefined): Connection => ({
  id: 'google-docs',
  name: 'Google Docs',
  purpose: 'Public documents that become posts and letters',
  area: 'google',
  missing: [],
  isSandbox: Boolean(baseUrl),
  check: async (signal) => {
    await google.document(NO_DOCUMENT, signal);
    return { isAccepted: true, sentence: 'Google Docs answers. Public documents need no key.' };
  },
});

/** A mail service reports bounces and complaints to this one. */
const mailReports = (secret: string | undefined): Connection => ({
  id: 'mail-reports',
  name: 'Reports of the mail service',
  purpose: 'Bounces and complaints end a subscription',
  area: 'mail',
  missing: secret ? [] : ['REPORT_SECRET'],
  isSandbox: false,
  check: null,
});

type Settings = { readonly google: GoogleSettings; readonly nodeEnv: string };

/** Providers outside that the cms calls. */
export const cmsConnections = (
  { DEPLOY_HOOK_URL, GOOGLE_BASE_URL, REPORT_SECRET, SMTP_URL }: CmsConfig,
  { google, nodeEnv }: Settings,
  docs: FetchGoogle,
): Connection[] => [
  smtpConnection(SMTP_URL, { purpose: 'Newsletters', nodeEnv }),
  mailReports(REPORT_SECRET),
  driveConnection(google, { purpose: 'Documents shared with the service account', sdk: driveSdk }),
  googleDocs(docs, GOOGLE_BASE_URL),
  deployHook(DEPLOY_HOOK_URL, nodeEnv),
];
