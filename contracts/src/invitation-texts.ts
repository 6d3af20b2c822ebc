/** Sentences about invitations of admins, and about the test mail. */
export const invitationTexts = {
  invalid: 'This invitation is not known. Please ask for a new one.',
  used: 'This invitation has been used already.',
  expired: 'This invitation has expired. Please ask for a new one.',
  revoked: 'This invitation was taken back.',
  inviterGone:
    'Whoever sent this invitation is no admin any more, so it is not valid. Please ask another admin.',
  alreadyAdmin: 'This account is an admin already. Please log in.',
  addressIsAdmin: 'This address belongs to an admin already.',
  waiting: 'An invitation to this address is waiting. Revoke it to send a new one.',
  beingAccepted: 'This invitation is being accepted right now.',
  notWaiting: 'This invitation is not waiting any more.',
  tooMany: 'Many invitations were sent just now. Please try again in an hour.',
  wrongPassword: 'That is not the password of this account.',
  nameRequired: 'Name required',
} as const;

export const testMailTexts = {
  subject: 'A test mail',
  noAddress: 'Your account has no email address. Add one to your profile first.',
  notConfigured: 'SMTP_URL is not set: no mail is sent.',
  accepted: 'The mail server accepted the mail. It is on its way to your own address.',
  noAnswer: 'The mail server did not answer in time. The mail may still arrive.',
  unreachable: 'The mail server can not be reached. See SMTP_URL.',
  tooMany: 'Several test mails were sent just now. Please try again in ten minutes.',
} as const;

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;
