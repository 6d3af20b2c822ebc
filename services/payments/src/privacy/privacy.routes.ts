import type { Handlers } from '@satrangi/chassis';
import type { paymentsApi } from '@satrangi/contracts';
import type { ExportMine } from './export-mine.ts';

export const privacyRoutes = (exportMine: ExportMine): Pick<Handlers<typeof paymentsApi>, 'exportMine'> => ({
  exportMine: (_input, { userId }) => exportMine(userId),
});
