import { formatMoney, fromMajor } from '@satrangi/contracts/pure';

/** Rupees with Indian grouping: `₹1,00,000`. */
export const rupees = (amount: number): string => formatMoney(fromMajor(amount, 'INR'));

/** A whole number with Indian grouping: `1,00,000`. */
export const grouped = (count: number): string => rupees(count).slice(1);
