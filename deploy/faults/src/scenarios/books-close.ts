import { ReconciliationReport } from '@satrangi/contracts';
import { ask } from '../http.ts';
import type { Scenario } from './scenario.ts';

const today = (): string => new Date().toISOString().slice(0, 10);

/** P12: after everything that was done to them, our books and the providers’ differ only where somebody cheated. */
export const booksClose: Scenario = {
  name: 'books close',
  run: async (world, report) => {
    const answer = await ask(`${world.api}/admin/payments/reconciliation`, {
      method: 'POST',
      token: world.adminToken,
      body: { day: today() },
    });
    const found = ReconciliationReport.safeParse(answer.body);
    if (!found.success)
      return report.check('books close: the day can be compared', false, `${answer.status}`);
    // Scenarios that report wrong money on purpose leave orders a person must look at; nothing else may differ.
    const unexplained = found.data.differences.filter(({ kind }) => kind !== 'amount');
    const asked = found.data.providers.every(({ error }) => error === null);
    report.check(
      'books close: every difference is one that was planted',
      asked && unexplained.length === 0,
      found.data.providers
        .map(({ provider, payments, orders }) => `${provider}: ${payments} there, ${orders} here`)
        .join(', ') + (unexplained.length > 0 ? ` ${JSON.stringify(unexplained.slice(0, 3))}` : ''),
    );
  },
};
