declare module 'virtual:satrangi-routes' {
  import type { Api, gatewayApi, Routes, services } from '@satrangi/contracts';

  /** What a page may call: the doors of the back office and between services are not among the routes. */
  type Open<A extends Api> = {
    [K in keyof A as A[K]['access'] extends 'public' | 'user' ? K : never]: A[K];
  };
  export type PageApis = { readonly [S in keyof typeof services]: Open<(typeof services)[S]['api']> } & {
    readonly gateway: Open<typeof gatewayApi>;
  };
  type FirstAsked = 'gateway' | 'catalog' | 'library';
  export type LaterApis = Omit<PageApis, FirstAsked>;
  export const routes: { readonly [S in FirstAsked]: Routes<PageApis[S]> };
}

declare module 'virtual:satrangi-routes/later' {
  import type { LaterApis } from 'virtual:satrangi-routes';
  import type { Routes } from '@satrangi/contracts';

  export const routes: { readonly [S in keyof LaterApis]: Routes<LaterApis[S]> };
}
