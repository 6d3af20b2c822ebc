/** Types of the part that is used; the package has none. */
declare module '@cashfreepayments/cashfree-js' {
  export type CheckoutResult = {
    readonly error?: { readonly message?: string; readonly code?: string };
    readonly redirect?: boolean;
    readonly paymentDetails?: { readonly paymentMessage?: string };
  };
  export type Cashfree = {
    readonly checkout: (options: {
      readonly paymentSessionId: string;
      readonly redirectTarget?: '_modal' | '_self';
    }) => Promise<CheckoutResult>;
  };
  export const load: (options: { readonly mode: 'sandbox' | 'production' }) => Promise<Cashfree | null>;
}
