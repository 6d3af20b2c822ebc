import { answerOfStatus, type Connection, fetchStatus, smtpConnection } from '@satrangi/chassis';
import { GOOGLE_JWKS_URL, type IdentityConfig } from '../config.ts';

/** Google's public keys, with which identity verifies logins. The client id is seen by Google's button only. */
const googleSignIn = ({ GOOGLE_CLIENT_ID, GOOGLE_JWKS_URL: jwksUrl }: IdentityConfig): Connection => ({
  id: 'google-sign-in',
  name: 'Google sign-in',
  purpose: 'Logins with Google',
  area: 'google',
  missing: GOOGLE_CLIENT_ID ? [] : ['GOOGLE_CLIENT_ID'],
  isSandbox: jwksUrl !== GOOGLE_JWKS_URL,
  check: async (signal) =>
    answerOfStatus(await fetchStatus(jwksUrl, signal), {
      name: 'Google sign-in',
      settings: ['GOOGLE_JWKS_URL'],
      note: 'The first login shows whether GOOGLE_CLIENT_ID is right.',
    }),
});

/** Providers outside that identity calls. */
export const identityConnections = (config: IdentityConfig, nodeEnv: string): Connection[] => [
  smtpConnection(config.SMTP_URL, {
    purpose: 'Mails to accounts: new passwords, confirmations, invitations',
    nodeEnv,
  }),
  googleSignIn(config),
];
