import { type Connection, missingOf } from '@satrangi/chassis';
import type { AnalyticsUsageConfig } from '../config.ts';

/** Providers outside that call analytics-usage. */
export const analyticsUsageConnections = ({
  WHATSAPP_APP_SECRET,
  WHATSAPP_VERIFY_TOKEN,
}: AnalyticsUsageConfig): Connection[] => [
  {
    id: 'whatsapp-inbound',
    name: 'WhatsApp webhook',
    purpose: 'Messages that arrive are counted',
    area: 'messages',
    missing: missingOf({ WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN }),
    isSandbox: false,
    check: null,
  },
];
