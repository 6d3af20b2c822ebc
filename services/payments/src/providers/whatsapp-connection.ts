import { answerOfStatus, type Connection, fetchStatus, missingOf } from '@satrangi/chassis';
import type { WhatsappSettings } from './whatsapp.ts';

const GRAPH = 'https://graph.facebook.com';

/** Reads the id of the sending number. */
export const whatsappConnection = (settings: WhatsappSettings): Connection => {
  const { WHATSAPP_TOKEN, WHATSAPP_PHONE_ID, WHATSAPP_BASE_URL } = settings;
  return {
    id: 'whatsapp',
    name: 'WhatsApp',
    purpose: 'Receipts to phones',
    area: 'messages',
    missing: missingOf({ WHATSAPP_TOKEN, WHATSAPP_PHONE_ID }),
    isSandbox: !WHATSAPP_BASE_URL.startsWith(GRAPH),
    check: async (signal) => {
      const url = `${WHATSAPP_BASE_URL}/${encodeURIComponent(WHATSAPP_PHONE_ID ?? '')}?fields=id`;
      const status = await fetchStatus(url, signal, { authorization: `Bearer ${WHATSAPP_TOKEN}` });
      return answerOfStatus(status, {
        name: 'WhatsApp',
        settings: ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_ID'],
        meanings: { 400: 'WhatsApp does not accept the token, or has no such number for it (400).' },
        note: 'The first receipt shows whether its template is approved.',
      });
    },
  };
};
