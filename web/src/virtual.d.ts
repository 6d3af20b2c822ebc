declare module 'virtual:satrangi-routes' {
  import type { Api, gatewayApi, Routes, services } from '@satrangi/contracts';

  /** What a page may call: the doors of the back office and between services are not among the routes. */
  type Open<A extends Api> = {
    [K in keyof A as A[K]['access'] extends 'public' | 'user' ? K : never]: A[K];
  };
  /** The same without files. */
  type Asked<A extends Api> = {
    [K in keyof A as A[K]['kind'] extends 'stream' ? never : K]: A[K];
  };
  export type PageApis = { readonly [S in keyof typeof services]: Open<(typeof services)[S]['api']> } & {
    readonly gateway: Open<typeof gatewayApi>;
  };
  type FirstAsked = 'gateway' | 'catalog' | 'library';
  export type LaterApis = Omit<PageApis, FirstAsked>;
  export type FirstApis = { readonly [S in FirstAsked]: Asked<PageApis[S]> };
  export const routes: { readonly [S in FirstAsked]: Routes<FirstApis[S]> };
  export const laterNames: readonly (keyof LaterApis)[];
}

declare module 'virtual:satrangi-routes/later' {
  import type { LaterApis } from 'virtual:satrangi-routes';
  import type { Routes } from '@satrangi/contracts';

  export const routes: { readonly [S in keyof LaterApis]: Routes<LaterApis[S]> };
}
