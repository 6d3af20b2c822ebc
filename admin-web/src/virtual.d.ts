declare module 'virtual:satrangi-staff-routes' {
  import type { Api, gatewayApi, Routes, services } from '@satrangi/contracts';

  /** Endpoints of people: not those between services. */
  type Open<A extends Api> = {
    [K in keyof A as A[K]['access'] extends 'service' ? never : K]: A[K];
  };
  export type StaffApis = { readonly [S in keyof typeof services]: Open<(typeof services)[S]['api']> } & {
    readonly gateway: Open<typeof gatewayApi>;
  };
  export const routes: { readonly [S in keyof StaffApis]: Routes<StaffApis[S]> };
}

declare module 'virtual:satrangi-audited-calls' {
  /** `payments.refundOrder`, by service. */
  export const auditedCalls: readonly string[];
}
