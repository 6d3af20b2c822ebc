/**
 * Off switches for the negative controls: each safety part can be turned off and the suite must then go red.
 * `SAFETY_OFF=inbox,outbox` works only with `NODE_ENV=test`; a service may ask for switches of its own names.
 */
const off = new Set<string>();

export const setSafety = (list: string | undefined, nodeEnv: string | undefined): void => {
  off.clear();
  if (nodeEnv === 'test') for (const name of (list ?? '').split(',')) if (name) off.add(name.trim());
};

export const isOff = (name: string): boolean => off.size > 0 && off.has(name);

export const safety = {
  /** An event id already applied to a document matches nothing. */
  inbox: () => !isOff('inbox'),
  /** Events are rows of the document that caused them, not sent beside it. */
  outbox: () => !isOff('outbox'),
  /** Rows left behind by a crash are found again. */
  relay: () => !isOff('relay'),
  /** A message is acknowledged after its effect is committed, not before. */
  ackAfterCommit: () => !isOff('ack-after-commit'),
  /** A message no queue took is not counted as sent. */
  returnHandling: () => !isOff('return-handling'),
};
