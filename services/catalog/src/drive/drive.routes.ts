import type { Drive, Handlers } from '@satrangi/chassis';
import type { catalogApi } from '@satrangi/contracts';
import { verifyDriveLink } from './verify-drive-link.ts';

export const driveRoutes = (
  drive: Drive,
): Pick<Handlers<typeof catalogApi>, 'verifyDriveLink' | 'getDriveAccount'> => ({
  getDriveAccount: () => ({ email: drive.account }),
  verifyDriveLink: ({ query }) => verifyDriveLink(drive, query.driveLink),
});
