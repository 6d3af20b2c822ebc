/** The little of it that is used; Node's types leave it to those of browsers. */
declare namespace WebAssembly {
  const instantiate: (bytes: Uint8Array) => Promise<{ readonly instance: { readonly exports: unknown } }>;
}
