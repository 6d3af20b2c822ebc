import type { Order } from './order.rules.ts';

/** A number as WhatsApp wants it, with the code of its country; null when that can only be guessed. */
export const whatsappNumber = (phone: string, country: string): string | null => {
  if (phone.startsWith('+')) return phone.slice(1);
  if (country !== 'IN') return null;
  if (/^[6-9]\d{9}$/.test(phone)) return `91${phone}`;
  return /^91[6-9]\d{9}$/.test(phone) ? phone : null;
};

/** The number that gets the receipt of an order; null when there is none. */
export const receiptPhone = ({ buyer, country }: Pick<Order, 'buyer' | 'country'>): string | null =>
  buyer.phone === null ? null : whatsappNumber(buyer.phone, country);

/** Only a number that was given with the order: that of a profile was not given for this. */
export const hasPhoneReceipt = (order: Pick<Order, 'buyer' | 'country'>, toPhones: boolean): boolean =>
  toPhones && receiptPhone(order) !== null;
