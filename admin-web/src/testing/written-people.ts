import { item } from './media-fixture.ts';
import { openAdmin } from './open-admin.tsx';
import { AT, answering, order } from './orders-fixture.ts';
import { desk, submission } from './publishing-fixture.ts';
import { EVENT, registration, listing as registrations } from './runs-fixture.ts';
import { aUser, noGifts, revealed, listing as users } from './users-fixture.ts';
import { button, inDialog, NO_ANSWER, press, textIn, type, type WrittenForm } from './written-form.ts';

const people = {
  identity: { listUsers: users(aUser('1')), ...revealed },
  library: noGifts,
  catalog: { listEditorMedia: () => ({ items: [item('one')], total: 1, nextCursor: null }) },
};
const runs = { run: { ...registrations(() => [registration(1)]), getEvent: () => EVENT } };
const openUsers = () => openAdmin('/?tab=users&open=1', people);
const openOrders = (address: string) =>
  openAdmin(address, {
    payments: {
      searchOrders: answering(order(1, { refundRequest: { reason: 'Torn page', at: AT, declined: null } })),
      listReconciliations: () => [],
    },
  });

const accounts: readonly WrittenForm[] = [
  {
    call: 'identity.updateUser',
    open: openUsers,
    fill: async (user) => {
      await press(user, 'Edit');
      await type(user, 'Name', 'Kiran');
    },
    button: button('Save'),
    sentence: 'Failed to update user',
    typed: textIn('Name'),
  },
  {
    call: 'identity.inviteAdmin',
    open: () => openAdmin('/?tab=users&open=invite', people),
    fill: (user) => type(user, 'Email', 'kiran@example.org'),
    button: button('Send invitation'),
    sentence: 'Failed to send the invitation',
    typed: textIn('Email'),
  },
  {
    call: 'library.grantManually',
    open: openUsers,
    fill: async (user) => {
      await press(user, 'Give an item');
      await type(user, 'Search the catalogue', 'Book');
      await press(user, 'Book one');
      await type(user, 'Reason', 'A review copy');
    },
    button: button('Give'),
    sentence: 'Failed to give the item',
    typed: textIn('Reason'),
  },
];

const money: readonly WrittenForm[] = [
  {
    call: 'payments.refundOrder',
    open: () => openOrders('/?tab=orders&open=order-1'),
    fill: async (user) => {
      await type(user, 'Reason', 'Torn page');
      await press(user, 'Refund …');
    },
    button: inDialog('Refund'),
    sentence: 'There was no answer, so the refund may have been made. Send it again: it is made only once.',
    typed: textIn('Reason'),
  },
  {
    call: 'payments.declineRefund',
    open: () => openOrders('/?tab=orders&open=order-1'),
    fill: async (user) => {
      await type(user, 'Answer to the buyer', 'It opens here.');
      await press(user, 'Decline …');
    },
    button: inDialog('Decline'),
    sentence: NO_ANSWER,
    typed: textIn('Answer to the buyer'),
  },
  {
    call: 'payments.runReconciliation',
    open: () => openOrders('/?tab=orders&view=reconciliation'),
    fill: (user) => type(user, 'Reconcile a day now', '2026-11-18'),
    button: button('Reconcile'),
    sentence: NO_ANSWER,
    typed: textIn('Reconcile a day now'),
  },
];

const openSubmission = () =>
  openAdmin('/?tab=publishing&open=s1', { publishing: desk([submission(1)]).publishing });
const submissions: readonly WrittenForm[] = [
  {
    call: 'publishing.changeSubmission',
    which: 'a move',
    open: openSubmission,
    fill: async (user) => {
      await press(user, 'Accept for publication');
      await type(user, /^Private note/, 'For spring');
    },
    button: inDialog('Accept for publication'),
    sentence: NO_ANSWER,
    typed: textIn(/^Private note/),
  },
  {
    call: 'publishing.changeSubmission',
    which: 'a note',
    open: openSubmission,
    fill: (user) => type(user, 'New note', 'For spring'),
    button: button('Add note'),
    sentence: NO_ANSWER,
    typed: textIn('New note'),
  },
];

const runForms: readonly WrittenForm[] = [
  {
    call: 'virtual-run.createRegistration',
    open: () => openAdmin('/?tab=events&open=new', runs),
    fill: async (user) => {
      await type(user, 'Name', 'Kiran');
      await type(user, 'Email', 'kiran@reader.example');
    },
    button: button('Create registration'),
    // after it the message of the error, as the specification has it
    sentence: /^Failed to create registration: /,
    typed: textIn('Name'),
  },
  {
    call: 'virtual-run.updateRegistration',
    open: () => openAdmin('/?tab=events&open=r1', runs),
    fill: (user) => type(user, 'Display name', 'Kiran'),
    button: button('Save'),
    sentence: 'Failed to save changes',
    typed: textIn('Display name'),
  },
  {
    call: 'virtual-run.updateRegistration',
    which: 'in its row',
    open: () => openAdmin('/?tab=events', runs),
    fill: async (user) => {
      await press(user, 'Edit Runner 1');
      await type(user, 'Distance in km of Runner 1', '42');
    },
    button: button('Save'),
    sentence: 'Failed to save changes',
    typed: textIn('Distance in km of Runner 1'),
  },
  {
    call: 'virtual-run.saveEvent',
    open: () => openAdmin('/?tab=events&open=event', runs),
    fill: (user) => type(user, 'Tagline', 'Run far'),
    button: button('Save the event'),
    sentence: 'Failed to save the event',
    typed: textIn('Tagline'),
  },
];

/** The forms of Users, Orders, Publishing and Virtual Runs. */
export const formsAboutPeople: readonly WrittenForm[] = [...accounts, ...money, ...submissions, ...runForms];
