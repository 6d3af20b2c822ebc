declare module 'virtual:satrangi-routes' {
  type Apis = import('@satrangi/contracts').PublicApis;
  export const routes: { readonly [S in keyof Apis]: import('@satrangi/contracts').Routes<Apis[S]> };
}
