declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default: number };
  const subsetFont: (
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2' | 'sfnt'; variationAxes?: Record<string, Axis> },
  ) => Promise<Uint8Array>;
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default subsetFont;
}
