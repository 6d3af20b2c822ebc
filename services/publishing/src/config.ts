import {
  countSetting,
  type DriveFolderSettings,
  earlierSecrets,
  sandboxAddresses,
  sandboxHosts,
  secretSetting,
  weakSecrets,
} from '@satrangi/chassis';
import { z } from 'zod';

const GIBIBYTE = 1024 ** 3;

export const PublishingConfig = z.object({
  SUBMISSION_SECRET: secretSetting('SUBMISSION_SECRET').describe(
    'signs file links, private status links and receipts; the same on all replicas',
  ),
  SUBMISSION_SECRET_OLD: earlierSecrets().describe(
    'secrets from before, comma separated: links and receipts signed with them stay valid',
  ),
  PUBLIC_URL: z.url().default('http://localhost:8080').describe('where every link begins'),
  SMTP_URL: z.string().optional().describe('without it no mail is sent, which is logged'),
  MAIL_FROM: z.string().optional().describe('default: no-reply@ the host of PUBLIC_URL'),
  PUBLISHING_STORE_MAX: countSetting(20 * GIBIBYTE).describe('bytes of all manuscripts on the disk'),
  UPLOADS_PER_HOUR: countSetting(10).describe('uploads of one client address in an hour'),
  UPLOADS_AT_ONCE: countSetting(2).describe('uploads of one client address at the same time, in one process'),
  SUBMISSIONS_PER_HOUR: countSetting(5).describe('submissions of one client address in an hour'),
  CLAMD_URL: z
    .union([z.literal(''), z.url({ protocol: /^tcp$/ })])
    .optional()
    .describe('a virus scanner, tcp://host:port; without it files are marked unscanned'),
  GOOGLE_SERVICE_ACCOUNT: z.string().optional(),
  GOOGLE_BASE_URL: z.string().optional().describe('another server with Google’s API: the sandbox'),
  DRIVE_FOLDER_ID: z
    .string()
    .optional()
    .describe(
      'a folder of a shared drive to which files of submissions are copied; the service account is a manager of it',
    ),
  NEWS_DELAY_MS: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(60_000)
    .describe('a change of state is mailed after this time, unless another one follows'),
});
export type PublishingConfig = z.output<typeof PublishingConfig>;

/** The folder of Drive for files of submissions. */
export const driveFolderSettings = (config: PublishingConfig): DriveFolderSettings => ({
  serviceAccount: config.GOOGLE_SERVICE_ACCOUNT,
  baseUrl: config.GOOGLE_BASE_URL,
  folderId: config.DRIVE_FOLDER_ID,
});

/** Settings that are allowed in development only. */
export const refusedInProduction = ({
  SMTP_URL,
  SUBMISSION_SECRET,
  GOOGLE_BASE_URL,
}: PublishingConfig): string[] => [
  ...weakSecrets({ SUBMISSION_SECRET }),
  ...sandboxHosts({ SMTP_URL }),
  ...sandboxAddresses({ GOOGLE_BASE_URL }),
];
