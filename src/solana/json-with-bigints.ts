declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
    /** Makes a value that `JSON.stringify` writes as exactly this text. */
    rawJSON(text: string): unknown
  }
}

const INTEGER = /^-?\d+$/

/** Parses JSON with every integer as an exact bigint, as kit expects answers. Throws SyntaxError. */
export function parseJsonWithBigInts(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined && INTEGER.test(source) ? BigInt(source) : value,
  )
}

/** Writes JSON with bigints as exact integers. */
export function stringifyJsonWithBigInts(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? JSON.rawJSON(inner.toString()) : inner,
  )
}
