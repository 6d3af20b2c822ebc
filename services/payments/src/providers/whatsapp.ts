import { type Logger, traceProviderCall } from '@satrangi/chassis';
import { z } from 'zod';

export type WhatsappSettings = {
  readonly WHATSAPP_TOKEN?: string | undefined;
  readonly WHATSAPP_PHONE_ID?: string | undefined;
  readonly WHATSAPP_TEMPLATE: string;
  readonly WHATSAPP_LANGUAGE: string;
  readonly WHATSAPP_BASE_URL: string;
};

/** One template message. `words` are its parameters; `link` is appended to the URL of its button. */
export type PhoneMessage = {
  readonly to: string;
  readonly words: readonly string[];
  readonly link: string;
};

/** `later`: not accepted, can be retried. `unsure`: unknown whether it was accepted. */
export type Delivery = 'sent' | 'refused' | 'later' | 'unsure';
export type SendToPhone = (message: PhoneMessage) => Promise<Delivery>;

const PATIENCE_MS = 10_000;
/** Rate limit errors: of the app, the account, the number, the recipient. */
const busyCodes = new Set([4, 80007, 130429, 131048, 131056]);
const Refusal = z.object({ error: z.object({ code: z.number() }) });
const Unreached = z.object({ cause: z.object({ code: z.enum(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']) }) });

const text = (words: string) => ({ type: 'text', text: words });

/** Sends template messages by WhatsApp's Cloud API; null when it is not configured. */
export const whatsapp = (settings: WhatsappSettings, log: Logger): SendToPhone | null => {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_ID: phoneId } = settings;
  if (!token || !phoneId) return null;
  const address = `${settings.WHATSAPP_BASE_URL}/${encodeURIComponent(phoneId)}/messages`;

  const post = ({ to, words, link }: PhoneMessage): Promise<Response> =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to,
        type: 'template',
        template: {
          name: settings.WHATSAPP_TEMPLATE,
          language: { code: settings.WHATSAPP_LANGUAGE },
          components: [
            { type: 'body', parameters: words.map(text) },
            { type: 'button', sub_type: 'url', index: '0', parameters: [text(link)] },
          ],
        },
      }),
    });

  const judge = async (response: Response): Promise<Delivery> => {
    if (response.ok) return 'sent';
    const { status } = response;
    const code = Refusal.safeParse(await response.json().catch(() => null)).data?.error.code ?? 0;
    log.warn({ provider: 'whatsapp', status, code: String(code) }, 'provider failed');
    if (status === 429 || busyCodes.has(code)) return 'later';
    return status < 500 ? 'refused' : 'unsure';
  };

  return async (message) => {
    try {
      return await judge(await traceProviderCall('whatsapp', 'messages', () => post(message)));
    } catch (error) {
      const isUnreached = Unreached.safeParse(error).success;
      log.warn({ provider: 'whatsapp', code: isUnreached ? 'not_reached' : 'no_answer' }, 'provider failed');
      return isUnreached ? 'later' : 'unsure';
    }
  };
};
