declare module 'subset-font' {
  /** The characters of `text` cut out of a font, variable axes pinned to one value each. */
  const subsetFont: (
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff2'; variationAxes?: Record<string, number> },
  ) => Promise<Buffer>;
  export = subsetFont;
}
