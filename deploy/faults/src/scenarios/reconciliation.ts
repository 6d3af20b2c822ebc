import { ReconciliationReport } from '@satrangi/contracts';
import { requestWithRetry } from '../http.ts';
import type { Scenario } from './scenario.ts';

const today = (): string => new Date().toISOString().slice(0, 10);

/** P12: after all faults, orders and provider ledgers differ only where a scenario caused a difference. */
export const reconciliation: Scenario = {
  name: 'reconciliation',
  isLastCheck: true,
  run: async (fixture, report) => {
    const response = await requestWithRetry(`${fixture.api}/admin/payments/reconciliation`, {
      method: 'POST',
      token: fixture.adminToken,
      body: { day: today() },
    });
    const found = ReconciliationReport.safeParse(response.body);
    if (!found.success)
      return report.check('reconciliation: the day can be compared', false, `${response.status}`);
    const differences = new Set(found.data.differences.map(({ orderId }) => orderId ?? 'unknown'));
    const unexplained = found.data.differences.filter(({ orderId }) => !fixture.planted.has(orderId ?? ''));
    const missed = [...fixture.planted].filter((orderId) => !differences.has(orderId));
    const sent = found.data.providers.every(({ error }) => error === null);
    report.check(
      `reconciliation: ${fixture.planted.size} planted differences are found, and no other`,
      sent && unexplained.length === 0 && missed.length === 0,
      found.data.providers
        .map(({ provider, payments, orders }) => `${provider}: ${payments} payments, ${orders} orders`)
        .join(', ') + (unexplained.length > 0 ? ` ${JSON.stringify(unexplained.slice(0, 3))}` : ''),
    );
  },
};
