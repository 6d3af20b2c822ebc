import { noticeMail, runEditPath, runPagePath } from '@satrangi/contracts';
import type { RunMailKind } from '../registrations/registration.rules.ts';

/** Subjects that a locked phone may show: they do not tell what the site is about. */
const wordings: Record<RunMailKind, { subject: string; before: string }> = {
  registered: {
    subject: 'You are in',
    before: 'Thank you, your registration is complete. This is your page, to share with friends:',
  },
  'first-gift': {
    subject: 'Something arrived for you',
    before: 'Somebody has given on your page for the first time:',
  },
  'goal-reached': {
    subject: 'You have reached your goal',
    before: 'The gifts on your page have reached your goal. Thank you:',
  },
  link: { subject: 'Your link', before: 'Here is your page again:' },
};

type Details = {
  readonly to: string;
  readonly registrationId: string;
  readonly again: string;
  readonly slug: string;
  readonly token: string;
};

/** A mail to a runner. The token of the private link stands in the fragment, which reaches no server and no referrer. */
export const runMail = (
  kind: RunMailKind,
  { to, registrationId, again, slug, token }: Details,
  publicUrl: string,
) => {
  const { subject, before } = wordings[kind];
  const page = new URL(runPagePath(slug), publicUrl).href;
  const edit = new URL(runEditPath(encodeURIComponent(slug), token), publicUrl).href;
  const after = 'With this private link you change your page. Keep it to yourself:';
  const messageId = `<${kind}.${registrationId}${again.replace(':', '.')}@${new URL(publicUrl).hostname}>`;
  return noticeMail({ to, subject, messageId }, [before, { link: page }, after, { link: edit }]);
};
