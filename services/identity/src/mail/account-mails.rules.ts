import { INVITATION_DAYS, noticeMail, testMailTexts } from '@satrangi/contracts';

/** The mails that identity sends. */
export const mailKinds = [
  'reset',
  'new-email',
  'password-changed',
  'email-asked',
  'google-unlinked',
  'registration',
  'already-registered',
  'confirm-address',
  'confirm-address-reminder',
  'invitation',
  'test',
] as const;
export type MailKind = (typeof mailKinds)[number];

const DAY_MS = 86_400_000;
/** Notices that no mail server accepted within a day are dropped; links expire on their own. */
export const isStale = (requestedAt: Date, now: Date): boolean =>
  now.getTime() - requestedAt.getTime() > DAY_MS;

type Template = {
  readonly subject: string;
  readonly lines: readonly string[];
  /** The sentence after the link. */
  readonly link?: string;
  readonly hasNoLink?: true;
};

const NOT_YOU = 'If that was not you, set a new password now:';

/** Neutral texts that do not reveal the subject of the site, because lock screens show them. */
const templates = {
  reset: {
    subject: 'Set a new password',
    lines: ['Somebody asked for a new password for this address. The link works once, for 60 minutes:'],
    link: 'Nothing changes if you do not open it.',
  },
  'new-email': {
    subject: 'Confirm your email address',
    lines: [
      'Somebody asked to use this address for their account. If that was you, open the link within 24 hours and press Confirm:',
    ],
    link: 'If that was not you, do not press it. Nothing changes then.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    lines: ['Your password was changed.', NOT_YOU],
  },
  'email-asked': {
    subject: 'A change of email address was requested',
    lines: ['Somebody who knows your password asked to use another email address for your account.', NOT_YOU],
  },
  'google-unlinked': {
    subject: 'Signing in with Google is switched off',
    lines: [
      'Signing in with Google was switched off for your account, because it was not confirmed for this address. Log in with this address and your password. To switch it on again, sign in with Google under this same address.',
      'If you have no password, or do not know it, set one here:',
    ],
  },
  registration: {
    subject: 'Confirm your email address',
    lines: [
      'Somebody asked to open an account with this address. If that was you, open the link within 24 hours and enter the password you chose:',
    ],
    link: 'If that was not you, do not open it. Nothing changes then.',
  },
  'already-registered': {
    subject: 'You have an account already',
    lines: [
      'Somebody asked to open an account with this address, which has one already. If that was you, log in, or set a new password:',
    ],
    link: 'If that was not you, nothing changes.',
  },
  'confirm-address': {
    subject: 'Please confirm your email address',
    lines: [
      'An account was opened with this address. If that was you, open the link within 14 days and press Confirm:',
    ],
    link: 'If that was not you, do not press it. An account that stays unconfirmed and holds nothing may be deleted after that.',
  },
  'confirm-address-reminder': {
    subject: 'Your email address is not confirmed yet',
    lines: [
      'An account was opened with this address, and the address is not confirmed yet. If it is yours, open the link and press Confirm:',
    ],
    link: 'If it is not yours, do not press it. An account that stays unconfirmed and holds nothing is deleted in a few days.',
  },
  invitation: {
    subject: 'An invitation',
    lines: [
      `Somebody invited you to help with their work. If you know about it, open the link within ${INVITATION_DAYS} days and follow the steps. It works once:`,
    ],
    link: 'If you do not know about it, do not open it. Nothing changes then.',
  },
  test: {
    subject: testMailTexts.subject,
    lines: ['This is a test. It arrived, and there is nothing to do.'],
    hasNoLink: true,
  },
} as const satisfies Record<MailKind, Template>;

const linkPaths: Readonly<Partial<Record<MailKind, string>>> = {
  reset: '/reset-password',
  registration: '/confirm-registration',
};
/** The page of the back office reads the token from the fragment, which no server sees. */
const INVITATION_PATH = '/admin/invitation';

const pathOf = (mail: MailKind, token: string | null): string => {
  if (token === null) return '/forgot-password';
  if (mail === 'invitation') return `${INVITATION_PATH}#${token}`;
  return `${linkPaths[mail] ?? '/api/users/confirm-email'}?token=${token}`;
};

/**
 * Renders a mail. Its link starts with the configured `PUBLIC_URL`, never with a request header (attack S19). The message
 * id is deterministic, so that mail programs show a repeated mail once.
 * @param token of the link; null for a notice
 */
export const mailFor = (
  { mail, to, id, token }: { mail: MailKind; to: string; id: string; token: string | null },
  publicUrl: string,
) => {
  const site = new URL(publicUrl);
  const template: Template = templates[mail];
  const link = new URL(pathOf(mail, token), site).href;
  return noticeMail({ to, subject: template.subject, messageId: `<${mail}.${id}@${site.hostname}>` }, [
    ...template.lines,
    ...(template.hasNoLink ? [] : [{ link }]),
    ...(template.link ? [template.link] : []),
  ]);
};
