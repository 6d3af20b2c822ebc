import { describe, expect, it } from 'vitest';
import type { Connection } from '../../lib/connections.ts';
import { firstSteps, type Known } from './first-steps.ts';

const connection = (id: string, fields: Partial<Connection> = {}): Connection => ({
  id,
  service: 'payments',
  name: id,
  purpose: 'Tests',
  area: 'money',
  missing: [],
  isSandbox: false,
  ...fields,
});
const empty: Known = { titles: 0, priced: 0, admins: 1, invited: 0, testMails: 0, connections: [] };
const openOf = (known: Partial<Known>): string[] =>
  firstSteps({ ...empty, ...known }).flatMap(({ name, isDone }) => (isDone ? [] : [name]));

describe('the first steps', () => {
  it('are in the order in which they are useful', () => {
    const connections = ['smtp', 'google-drive', 'cashfree', 'stripe'].map((id) =>
      connection(id, { isSandbox: true }),
    );
    expect(openOf({ connections })).toEqual([
      'Add a title',
      'Set prices',
      'Connect Stripe',
      'Connect Cashfree',
      'Connect Google Drive',
      'Connect a mail server',
      'Send a test mail',
      'Invite a second admin',
    ]);
  });

  it('are done by what is there, and by nothing else', () => {
    expect(
      openOf({
        titles: 3,
        priced: 1,
        admins: 2,
        testMails: 1,
        connections: [connection('stripe'), connection('smtp')],
      }),
    ).toEqual([]);
    expect(openOf({ invited: 1 })).not.toContain('Invite a second admin');
  });

  it('say why a provider is not connected', () => {
    const why = (fields: Partial<Connection>) =>
      firstSteps({ ...empty, connections: [connection('smtp', fields)] }).find(({ name }) =>
        /mail server/.test(name),
      )?.why;
    expect(why({ missing: ['SMTP_URL'] })).toBe('SMTP_URL not set.');
    expect(why({ isSandbox: true })).toBe('It uses the sandbox: nothing real happens.');
  });

  it('leave out what is not known', () => {
    expect(
      firstSteps({
        titles: undefined,
        priced: undefined,
        admins: undefined,
        invited: 0,
        testMails: undefined,
        connections: [],
      }),
    ).toEqual([]);
  });
});
