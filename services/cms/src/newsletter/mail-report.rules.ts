/** Send and subscriber of the Message-ID of a letter; null for other mails. */
export const letterOf = (messageId: string): { sendId: string; subscriberId: string } | null => {
  const [, sendId, subscriberId] = /^<?n\.([\w-]{1,64})\.([\w-]{1,64})@[^<>\s]+>?$/.exec(messageId) ?? [];
  return sendId && subscriberId ? { sendId, subscriberId } : null;
};
