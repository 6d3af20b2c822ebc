/** Rupees with at most two decimals; the contract limits them to 1000000. */
const PRICE_SHAPE = /^\d{1,7}(\.\d{1,2})?$/;

/** What is wrong with a typed price, or null. An empty one is no price. */
export const priceProblem = (typed: string): string | null =>
  typed.trim() === '' || PRICE_SHAPE.test(typed.trim()) ? null : 'Price must be a number of at least 0';
