import type { Connection } from '../../lib/connections.ts';

/** What the guide reads; undefined while it is not known. */
export type Known = {
  readonly titles: number | undefined;
  readonly priced: number | undefined;
  readonly admins: number | undefined;
  readonly invited: number | undefined;
  readonly testMails: number | undefined;
  readonly connections: readonly Connection[];
};

export type Step = {
  readonly name: string;
  /** What is not done yet. */
  readonly why: string;
  readonly to: string;
  readonly isDone: boolean;
};

const CONNECTIONS = '/?tab=dashboard&open=connections';

/** A provider counts when a service has all settings of the real one. */
const isConnected = (own: readonly Connection[]): boolean =>
  own.some(({ missing, isSandbox }) => missing.length === 0 && !isSandbox);

/** The first thing that is missing for a provider. */
const whyOf = (own: readonly Connection[]): string => {
  const names = own.find(({ missing }) => missing.length > 0)?.missing ?? [];
  if (own.some(({ isSandbox }) => isSandbox)) return 'It uses the sandbox: nothing real happens.';
  return names.length > 0 ? `${names.join(' and ')} not set.` : 'It is not set up.';
};

const providers = [
  ['stripe', 'Connect Stripe'],
  ['cashfree', 'Connect Cashfree'],
  ['google-drive', 'Connect Google Drive'],
  ['smtp', 'Connect a mail server'],
] as const;

const connect = (connections: readonly Connection[]): Step[] =>
  providers.flatMap(([id, name]) => {
    const own = connections.filter((one) => one.id === id);
    return own.length === 0 ? [] : [{ name, why: whyOf(own), to: CONNECTIONS, isDone: isConnected(own) }];
  });

const counted = (count: number | undefined, needed: number, step: Omit<Step, 'isDone'>): Step[] =>
  count === undefined ? [] : [{ ...step, isDone: count >= needed }];

/** The first steps of a new back office, in their order, from what is there. What is not known is left out. */
export const firstSteps = ({ titles, priced, admins, invited, testMails, connections }: Known): Step[] => [
  ...counted(titles, 1, {
    name: 'Add a title',
    why: 'The shop is empty.',
    to: '/?tab=media&open=new',
  }),
  ...counted(priced, 1, {
    name: 'Set prices',
    why: 'No title can be bought.',
    to: '/?tab=media&view=unsold',
  }),
  ...connect(connections),
  ...counted(testMails, 1, {
    name: 'Send a test mail',
    why: 'Receipts and invitations are mails.',
    to: CONNECTIONS,
  }),
  ...counted(admins === undefined || invited === undefined ? undefined : admins + invited, 2, {
    name: 'Invite a second admin',
    why: 'If you lose your login, no other admin can let you in.',
    to: '/?tab=users&open=invite',
  }),
];
