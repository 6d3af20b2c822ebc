import type { AdminOrder } from '@satrangi/contracts';

export const purposeText: Readonly<Record<AdminOrder['purpose'], string>> = {
  purchase: 'Purchase',
  'gift-purchase': 'Gift',
  contribution: 'Contribution',
  'virtual-run': 'Run fee',
};

export const receiptText: Readonly<Record<AdminOrder['receipt'], string>> = {
  none: 'No receipt was due',
  waiting: 'Receipt waits to be sent',
  sent: 'Receipt sent',
  'no-address': 'No receipt: the buyer gave no address',
  'no-mailbox': 'No receipt: the address of the buyer has no mailbox',
  'no-mail-server': 'No receipt: no mail server is set',
};

export const refundStateText: Readonly<Record<AdminOrder['refunds'][number]['state'], string>> = {
  asked: 'not sent to the provider yet',
  pending: 'under way at the provider',
  done: 'given back',
  failed: 'refused by the provider',
};

/** What an admin reads of an order that was paid twice. @param others how many other orders paid for one of its items */
export const paidTwiceText = (others: number): string => {
  if (others === 0)
    return 'Paid twice: the provider reports another payment of this order. Give all but one back: giving back all ends the access.';
  if (others === 1)
    return 'Paid twice: another order of this reader paid for the same title. Give one of the payments back.';
  return `Paid ${others + 1} times: ${others} other orders of this reader paid for the same title. Give all payments but one back.`;
};

export const heldBackText: Readonly<Record<NonNullable<AdminOrder['heldBack']>, string>> = {
  price: 'Paid late: the price had changed, so nothing was granted. Give the money back.',
  owned: 'Paid late: the buyer owned the item by then, so nothing was granted. Give the money back.',
  'account-deleted':
    'Paid after the buyer had deleted the account, so nothing was granted. Give the money back.',
};
