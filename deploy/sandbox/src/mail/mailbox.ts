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

/** How often mails were accepted; one address and Message-ID is one mail. */
export type MailCounts = {
  readonly accepted: number;
  readonly distinct: number;
  /** Different addresses. */
  readonly recipients: number;
  /** Copies of the mail that was accepted most often. */
  readonly most: number;
};

export type Mailbox = ReturnType<typeof createMailbox>;

/** Older mails are dropped many at a time. */
const SLACK = 1_000;

const SEPARATOR = '\n';

/** Stores the latest mails in memory only; of older ones it keeps addresses and Message-IDs, to count them. */
export const createMailbox = (capacity = 20_000) => {
  let mails: Mail[] = [];
  const older = new Map<string, Map<string, number>>();

  const copiesOf = (subject: string, into: Map<string, number>): Map<string, number> => {
    for (const mail of mails)
      if (mail.subject === subject) for (const key of keysOf(mail)) into.set(key, (into.get(key) ?? 0) + 1);
    return into;
  };
  const keysOf = ({ to, messageId }: Mail): string[] =>
    to.map((address) => `${address}${SEPARATOR}${messageId}`);

  const dropOldest = (): void => {
    const dropped = mails.slice(0, -capacity);
    mails = mails.slice(-capacity);
    for (const mail of dropped) {
      const copies = older.get(mail.subject) ?? new Map<string, number>();
      older.set(mail.subject, copies);
      for (const key of keysOf(mail)) copies.set(key, (copies.get(key) ?? 0) + 1);
    }
  };

  return {
    add: (mail: Mail): void => {
      mails.push(mail);
      if (mails.length > capacity + SLACK) dropOldest();
    },
    clear: (): number => {
      older.clear();
      return mails.splice(0).length;
    },
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
    /** Counts all mails since the start, or those with a subject. */
    counts: (subject?: string): MailCounts => {
      const subjects =
        subject === undefined ? new Set([...older.keys(), ...mails.map((mail) => mail.subject)]) : [subject];
      const copies = [...subjects].flatMap((one) => [...copiesOf(one, new Map(older.get(one)))]);
      const counts = copies.map(([, count]) => count);
      return {
        accepted: counts.reduce((sum, count) => sum + count, 0),
        distinct: counts.length,
        recipients: new Set(copies.map(([key]) => key.split(SEPARATOR)[0])).size,
        most: counts.reduce((most, count) => Math.max(most, count), 0),
      };
    },
  };
};
