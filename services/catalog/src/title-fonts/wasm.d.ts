/** The used part of the API, which Node's types omit. */
declare namespace WebAssembly {
  const instantiate: (bytes: Uint8Array) => Promise<{ readonly instance: { readonly exports: unknown } }>;
}
