import { pagePaths, pathWithId } from '@satrangi/contracts';

export type AnswerMailSettings = { readonly PUBLIC_URL: string; readonly ANSWER_SUBJECT: string };

/** The mail that a refund request was answered. It names neither the items nor the answer, which the page of the order shows. */
export const refundAnswerMail = (
  { orderId, number, to }: { orderId: string; number: string; to: string },
  { PUBLIC_URL, ANSWER_SUBJECT }: AnswerMailSettings,
) => {
  const home = new URL(PUBLIC_URL);
  const { href } = new URL(pathWithId(pagePaths.order, orderId), home);
  const sentence = `We have answered your request about order ${number}.`;
  return {
    to,
    subject: ANSWER_SUBJECT,
    text: ['Hello,', sentence, `Read the answer here: ${href}`].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>',
      `${ANSWER_SUBJECT}</title></head><body><p>Hello,</p><p>${sentence}</p>`,
      `<p><a href="${href}">Read the answer</a></p></body></html>`,
    ].join(''),
    messageId: `<answer.${orderId}@${home.hostname}>`,
  };
};
