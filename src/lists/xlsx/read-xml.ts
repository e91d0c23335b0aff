import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { formatLimit, UnreadableFileError } from '#lists/read-file.ts'

export type XmlAttributes = Readonly<Record<string, string | undefined>>

interface XmlHandlers {
  /** `name` without its prefix: writers differ in which they use. */
  open?(name: string, attributes: XmlAttributes): void
  text?(text: string): void
  close?(name: string): void
}

/** A tag, a comment or a text is no longer than this: a cell holds 32,767 characters. */
const MAX_TOKEN_CHARACTERS = 1024 ** 2

/** No workbook comes near it. The parser keeps every element that is open. */
const MAX_DEPTH = 256

/**
 * Parses XML as it comes in and calls the handlers, yielding after each chunk. Throws UnreadableFileError on anything that is not well-formed, and on a document type: no workbook has one, and entities are
 * defined there.
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): AsyncGenerator<void, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = new XmlReader(handlers)
  for await (const chunk of bytes) {
    reader.write(decode(decoder, chunk))
    yield
  }
  reader.write(decode(decoder))
  reader.end()
}

/** The parser, and what it leaves to its user: how long and how deep a document may be. */
class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: false, position: false })
  #depth = 0
  /** The characters since the parser told of anything: it holds them until then. */
  #untoldCharacters = 0

  constructor({ open, text, close }: XmlHandlers) {
    const told = () => {
      this.#untoldCharacters = 0
    }
    const onText = (content: string) => {
      told()
      // White space around the root.
      if (this.#depth > 0) text?.(content)
    }
    this.#parser.on('error', () => {
      throw damaged()
    })
    this.#parser.on('doctype', () => {
      throw new UnreadableFileError('the workbook has a document type definition, which is not read')
    })
    this.#parser.on('comment', told)
    this.#parser.on('processinginstruction', told)
    this.#parser.on('text', onText)
    this.#parser.on('cdata', onText)
    this.#parser.on('opentag', ({ name, attributes }) => {
      told()
      this.#depth += 1
      if (this.#depth > MAX_DEPTH) {
        throw new UnreadableFileError(
          `the workbook has elements more than ${formatLimit(MAX_DEPTH)} levels deep, which is the limit`,
        )
      }
      open?.(localName(name), attributes)
    })
    this.#parser.on('closetag', ({ name }) => {
      this.#depth -= 1
      close?.(localName(name))
    })
  }

  write(piece: string): void {
    this.#untoldCharacters += piece.length
    this.#parser.write(piece)
    if (this.#untoldCharacters > MAX_TOKEN_CHARACTERS) throw damaged()
  }

  end(): void {
    this.#parser.close()
  }
}

/** Programs differ in what they read of it. */
export function mixedText(): UnreadableFileError {
  return new UnreadableFileError('a text of the workbook has an element within it: the workbook is damaged')
}

/** Parses a small part to its end. */
export async function parseXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml(bytes, handlers));
}

function damaged(): UnreadableFileError {
  return new UnreadableFileError('the workbook is damaged (its XML is not well-formed)')
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new UnreadableFileError('the workbook is not in UTF-8')
  }
}
