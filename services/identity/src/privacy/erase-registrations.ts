import type { Work } from '@satrangi/chassis';

export const ERASE_REGISTRATIONS = 'erase-registrations';

/** The work row of an erasure: registrations of its mailbox that wait for their link are removed. */
export const eraseRegistrations = (mailbox: string, { id, at }: { id: string; at: Date }): Work => ({
  kind: ERASE_REGISTRATIONS,
  key: id,
  data: { mailbox, at: at.toISOString() },
});
