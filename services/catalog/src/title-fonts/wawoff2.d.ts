declare module 'wawoff2' {
  export const compress: (font: Uint8Array) => Promise<Uint8Array>;
  export const decompress: (font: Uint8Array) => Promise<Uint8Array>;
}
