import { pagePaths, shownGiftCode } from '@satrangi/contracts';

export type GiftMailSettings = { readonly PUBLIC_URL: string; readonly GIFT_SUBJECT: string };

/**
 * The mail with a gift code. It names neither the items nor the buyer: the inbox may be read by others. The code is in the
 * fragment of the link, which no server and no proxy sees.
 */
export const giftMail = (
  { orderId, code, to }: { orderId: string; code: string; to: string },
  { PUBLIC_URL, GIFT_SUBJECT }: GiftMailSettings,
) => {
  const home = new URL(PUBLIC_URL);
  const link = new URL(pagePaths.gift, home);
  link.hash = `code=${code}`;
  const shown = shownGiftCode(code);
  return {
    to,
    subject: GIFT_SUBJECT,
    text: [
      'Hello,',
      `Somebody has sent you something. Open it with this link:\n${link.href}`,
      `Or enter this code on the page: ${shown}`,
      'It is yours alone: whoever has the code can open it once. If you did not expect it, you can ignore this mail.',
    ].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>',
      `${GIFT_SUBJECT}</title></head><body><p>Hello,</p>`,
      `<p>Somebody has sent you something. <a href="${link.href}">Open it</a></p>`,
      `<p>Or enter this code on the page: <strong>${shown}</strong></p>`,
      '<p>It is yours alone: whoever has the code can open it once. If you did not expect it, you can ignore this mail.</p>',
      '</body></html>',
    ].join(''),
    messageId: `<gift.${orderId}@${home.hostname}>`,
  };
};
