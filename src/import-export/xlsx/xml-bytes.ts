import { escapeXml } from './escape-xml.ts'

/** 1 for ASCII that stands in XML as it is: addresses, amounts, signatures. */
const IS_UNESCAPED = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 0x20 && code < 0x7f && !'&<>"'.includes(String.fromCharCode(code)) ? 1 : 0,
)

/**
 * Collects the UTF-8 of an XML document piece by piece, in two buffers by turns: a new one for each chunk would be freed late, since
 * the heap that V8 watches hardly grows by it.
 */
export class XmlBytes {
  #bytes: Buffer
  #other: Buffer
  #length = 0

  /** Holds `usualBytes` without growing. */
  constructor(usualBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(usualBytes)
    this.#other = Buffer.allocUnsafeSlow(usualBytes)
  }

  get length(): number {
    return this.#length
  }

  /** Appends markup, encoded beforehand. */
  markup(bytes: Uint8Array): void {
    this.#reserve(bytes.length).set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Appends a text, escaped. */
  text(text: string): void {
    const bytes = this.#reserve(text.length)
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code >= 128 || IS_UNESCAPED[code] === 0) {
        this.markup(Buffer.from(escapeXml(text)))
        return
      }
      bytes[this.#length + index] = code
    }
    this.#length += text.length
  }

  /** Returns what was collected, and begins anew. It is overwritten after the next call. */
  take(): Buffer {
    const taken = this.#bytes
    this.#bytes = this.#other
    this.#other = taken
    const length = this.#length
    this.#length = 0
    return taken.subarray(0, length)
  }

  #reserve(more: number): Buffer {
    const needed = this.#length + more
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed)
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    return this.#bytes
  }
}
