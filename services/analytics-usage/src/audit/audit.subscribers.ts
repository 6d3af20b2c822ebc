import { on, type Subscription } from '@satrangi/chassis';
import { serviceNames, subscriptions } from '@satrangi/contracts';
import type { AuditStore } from './audit.store.ts';

type Deps = {
  readonly isErased: (userId: string) => Promise<boolean>;
  readonly onRecorded: (actId: string) => void;
};

/** Keeps the admin writes of every service of the table. */
export const auditSubscribers = (audit: AuditStore, { isErased, onRecorded }: Deps): Subscription[] =>
  serviceNames.map((service) =>
    on(subscriptions[`analytics-usage.record-${service}-act`], async ({ data }) => {
      const { actId, by, call, target, outcome, requestId, at } = data;
      const act = { _id: actId, call, target, outcome, requestId, at: new Date(at) };
      await audit.record({ ...act, by: (await isErased(by)) ? null : by });
      // the account may have been erased between the check and the insert
      if (await isErased(by)) await audit.removeAccount(by);
      onRecorded(actId);
    }),
  );
