/** How an order was or will be paid. */
export const providerTexts = {
  cashfree: 'UPI, card or bank, by Cashfree',
  stripe: 'Card, by Stripe',
} as const;
