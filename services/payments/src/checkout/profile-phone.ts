import { createInternalClient } from '@satrangi/chassis';
import { identityApi, normalisePhone, type UserId } from '@satrangi/contracts';

/** Timeout of the call to identity during checkout. */
const PATIENCE_MS = 400;

export type ProfilePhone = (userId: UserId) => Promise<string | null>;

type Deps = {
  readonly identityUrl: string;
  readonly internalSecret: string;
};

/** The phone number of a reader's profile; null without one, and when identity does not answer in time. */
export const profilePhone = ({ identityUrl, internalSecret }: Deps): ProfilePhone => {
  const identity = createInternalClient(
    { getAccountPhone: identityApi.getAccountPhone },
    { baseUrl: identityUrl, internalSecret, timeoutMs: PATIENCE_MS },
  );
  return (userId) =>
    identity.getAccountPhone({ params: { userId } }).then(
      ({ phone }) => normalisePhone(phone ?? ''),
      () => null,
    );
};
