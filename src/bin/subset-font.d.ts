declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2'
    /** The OpenType features to keep, by their tags. */
    keepFeatures: readonly string[]
    variationAxes: Record<string, { min: number; max: number; default: number }>
  }
  /** Makes a font of the characters of a text. */
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
