/** The package has no types of its own; this is the part of it that is used. */
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
