import { ReconciliationReport } from '@satrangi/contracts';
import { askPatiently } from '../http.ts';
import type { Scenario } from './scenario.ts';

const today = (): string => new Date().toISOString().slice(0, 10);

/** P12: after everything that was done to them, our books and the providers’ differ only where somebody cheated. */
export const booksClose: Scenario = {
  name: 'books close',
  run: async (world, report) => {
    const answer = await askPatiently(`${world.api}/admin/payments/reconciliation`, {
      method: 'POST',
      token: world.adminToken,
      body: { day: today() },
    });
    const found = ReconciliationReport.safeParse(answer.body);
    if (!found.success)
      return report.check('books close: the day can be compared', false, `${answer.status}`);
    const differences = new Set(found.data.differences.map(({ orderId }) => orderId ?? 'unknown'));
    const unexplained = found.data.differences.filter(({ orderId }) => !world.planted.has(orderId ?? ''));
    const missed = [...world.planted].filter((orderId) => !differences.has(orderId));
    const asked = found.data.providers.every(({ error }) => error === null);
    report.check(
      `books close: ${world.planted.size} planted differences are found, and no other`,
      asked && unexplained.length === 0 && missed.length === 0,
      found.data.providers
        .map(({ provider, payments, orders }) => `${provider}: ${payments} there, ${orders} here`)
        .join(', ') + (unexplained.length > 0 ? ` ${JSON.stringify(unexplained.slice(0, 3))}` : ''),
    );
  },
};
