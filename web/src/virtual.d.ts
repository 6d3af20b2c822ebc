declare module 'virtual:satrangi-routes' {
  import type { Api, gatewayApi, Routes, services } from '@satrangi/contracts';

  /** Endpoints a page can call: not those of the back office or between services. */
  type Open<A extends Api> = {
    [K in keyof A as A[K] extends { access: 'public' | 'user'; backOffice?: undefined } ? K : never]: A[K];
  };
  /** Without file endpoints. */
  type WithoutFiles<A extends Api> = {
    [K in keyof A as A[K]['kind'] extends 'stream' ? never : K]: A[K];
  };
  export type PageApis = { readonly [S in keyof typeof services]: Open<(typeof services)[S]['api']> } & {
    readonly gateway: Open<typeof gatewayApi>;
  };
  type FirstServices = 'gateway' | 'catalog' | 'library' | 'cms';
  export type LazyApis = Omit<PageApis, FirstServices>;
  export type FirstApis = { readonly [S in FirstServices]: WithoutFiles<PageApis[S]> };
  export const routes: { readonly [S in FirstServices]: Routes<FirstApis[S]> };
  export const lazyServices: readonly (keyof LazyApis)[];
}

declare module 'virtual:satrangi-routes/lazy' {
  import type { LazyApis } from 'virtual:satrangi-routes';
  import type { Routes } from '@satrangi/contracts';

  export const routes: { readonly [S in keyof LazyApis]: Routes<LazyApis[S]> };
}
