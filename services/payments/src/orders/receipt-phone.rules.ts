import type { Order } from './order.rules.ts';

/** A phone number in the format of WhatsApp, with country code; null when the country is unknown. */
export const whatsappNumber = (phone: string, country: string): string | null => {
  if (phone.startsWith('+')) return phone.slice(1);
  if (country !== 'IN') return null;
  if (/^[6-9]\d{9}$/.test(phone)) return `91${phone}`;
  return /^91[6-9]\d{9}$/.test(phone) ? phone : null;
};

/** The number that gets the receipt of an order; null when there is none. */
export const receiptPhone = ({ buyer, country }: Pick<Order, 'buyer' | 'country'>): string | null =>
  buyer.phone === null ? null : whatsappNumber(buyer.phone, country);

/** Only the number given with the order: the profile's number was not given for receipts. */
export const hasPhoneReceipt = (order: Pick<Order, 'buyer' | 'country'>, toPhones: boolean): boolean =>
  toPhones && receiptPhone(order) !== null;
