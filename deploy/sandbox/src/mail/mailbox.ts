export type Mail = {
  id: string;
  /** What the sender named it: one sent twice carries the same. Empty when it carries none. */
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
};

export type Mailbox = ReturnType<typeof createMailbox>;

/** Holds the latest mails in memory; they are not kept over a restart. */
export const createMailbox = (capacity = 20_000) => {
  let mails: Mail[] = [];
  return {
    add: (mail: Mail): void => {
      mails.push(mail);
      if (mails.length > capacity) mails = mails.slice(-capacity);
    },
    clear: (): number => mails.splice(0).length,
    /** Newest first; `to` compares whole addresses, whatever their case. */
    list: ({
      to,
      limit = capacity,
    }: {
      to?: string | undefined;
      limit?: number | undefined;
    } = {}): Mail[] => {
      const wanted = to?.toLowerCase();
      return mails
        .filter((mail) => wanted === undefined || mail.to.some((address) => address.toLowerCase() === wanted))
        .slice(-limit)
        .reverse();
    },
  };
};
