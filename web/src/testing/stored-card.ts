import { screen } from '@testing-library/react';
import { personalServices } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { byStripe, checkoutServers, confirmCardPayment, type PaymentResponses } from './checkout-servers.ts';
import { openPage } from './open-page.tsx';

/** The page of a book for sale. */
export const bookPage = '/ebook/seven-ways';
export const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };
export const byStoredCard = () => ({ ...byStripe(), storedCardId: 'pm_1' });
/** The page of a book for a reader abroad whose card is stored. */
export const openWithCard = (
  payments: PaymentResponses = {},
  {
    address = bookPage,
    country = 'US',
    hasAccess = () => false,
  }: { address?: string; country?: string; hasAccess?: () => boolean } = {},
) => {
  const opened = openPage(address, {
    userId: 'asha',
    server: checkoutServers(
      { getStoredCard: () => ({ card: visa }), createPayment: byStoredCard, ...payments },
      { country, hasAccess },
    ),
  });
  // As main.tsx does when the reader changes.
  session.subscribe(() => {
    for (const service of personalServices) opened.client.removeQueries({ queryKey: [service] });
  });
  return opened;
};
type Opened = ReturnType<typeof openWithCard>;

export const callsOf = ({ fetched }: Pick<Opened, 'fetched'>, path: string) =>
  fetched.mock.calls.filter(([target]) => String(target).endsWith(path));
export const NAME = 'Buy now for $2.83 Visa ending in 4242';
export const buyNow = async (): Promise<HTMLElement> => {
  const [button] = await screen.findAllByRole('button', { name: NAME });
  if (!button) throw new Error('no button that pays at once');
  return button;
};
export const press = async ({ user }: Opened): Promise<void> => user.click(await buyNow());
export const alertText = async (): Promise<string | null> => (await screen.findByRole('alert')).textContent;

/** Stripe takes the payment, and the library has the title. */
export const taken = () => {
  let isTaken = false;
  confirmCardPayment.mockImplementation(async () => {
    isTaken = true;
    return { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
  });
  return { hasAccess: () => isTaken };
};
