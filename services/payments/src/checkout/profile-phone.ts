import { createInternalClient } from '@satrangi/chassis';
import { identityApi, normalisePhone, type UserId } from '@satrangi/contracts';

/** Paying waits no longer than this for identity. */
const PATIENCE_MS = 400;

export type ProfilePhone = (userId: UserId) => Promise<string | null>;

/** The phone number of a reader's profile. Null without one, and when identity does not answer in time: buying continues. */
export const profilePhone = ({
  identityUrl,
  internalSecret,
}: {
  readonly identityUrl: string;
  readonly internalSecret: string;
}): ProfilePhone => {
  const identity = createInternalClient(
    { phoneCard: identityApi.phoneCard },
    { baseUrl: identityUrl, internalSecret, timeoutMs: PATIENCE_MS },
  );
  return (userId) =>
    identity.phoneCard({ params: { userId } }).then(
      ({ phone }) => normalisePhone(phone ?? ''),
      () => null,
    );
};
