import { type Connection, sheetConnection, smtpConnection } from '@satrangi/chassis';
import { ordersSheet, type PaymentsConfig } from '../config.ts';
import { cashfreeConnection } from './cashfree-connection.ts';
import { sheetsSdk } from './google.ts';
import { stripeConnection } from './stripe-connection.ts';
import { whatsappConnection } from './whatsapp-connection.ts';

/** Providers outside that payments calls. */
export const paymentsConnections = (config: PaymentsConfig, nodeEnv: string): Connection[] => [
  stripeConnection(config),
  cashfreeConnection(config),
  smtpConnection(config.SMTP_URL, { purpose: 'Receipts', nodeEnv }),
  sheetConnection(ordersSheet(config), {
    purpose: 'The list of orders',
    sdk: sheetsSdk,
    variables: { id: 'ORDERS_SPREADSHEET_ID', sheet: 'ORDERS_SHEET' },
  }),
  whatsappConnection(config),
];
