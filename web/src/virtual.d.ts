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
  type Served = { readonly [S in keyof typeof services]: Open<(typeof services)[S]['api']> } & {
    readonly gateway: Open<typeof gatewayApi>;
  };
  type WithFiles = Omit<Served, 'gateway' | 'catalog' | 'library' | 'cms'>;
  export type PageApis = {
    readonly [S in keyof Served]: S extends keyof WithFiles ? Served[S] : WithoutFiles<Served[S]>;
  };
  /** The routes that first views read. Typed as all of them: `lib/api.ts` finds the others in the lazy module. */
  export const routes: { readonly [S in keyof PageApis]: Routes<PageApis[S]> };
}

declare module 'virtual:satrangi-routes/lazy' {
  import type { PageApis } from 'virtual:satrangi-routes';
  import type { Routes } from '@satrangi/contracts';

  /** All other routes, typed as all. */
  export const routes: { readonly [S in keyof PageApis]: Routes<PageApis[S]> };
}
