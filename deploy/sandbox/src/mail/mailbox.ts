export type Mail = {
  id: string;
  /** The Message-ID header: the same for a mail sent twice. Empty without one. */
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Headers by name in lower case. */
  headers: Record<string, string>;
  /** ISO 8601, UTC. */
  receivedAt: string;
};

export type Mailbox = ReturnType<typeof createMailbox>;

/** Stores the latest mails in memory only. */
export const createMailbox = (capacity = 20_000) => {
  let mails: Mail[] = [];
  return {
    add: (mail: Mail): void => {
      mails.push(mail);
      if (mails.length > capacity) mails = mails.slice(-capacity);
    },
    clear: (): number => mails.splice(0).length,
    /** Newest first; `to` matches whole addresses, case-insensitive. */
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
