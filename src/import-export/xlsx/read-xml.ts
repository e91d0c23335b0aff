import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'

export interface XmlHandlers {
  /** `name` without its prefix: writers differ in which they use. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Parses XML as it comes in and calls the handlers, yielding after each chunk. Throws UnreadableFileError on anything that
 * is not well-formed, and on a document type: no workbook has one, and entities are defined there.
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  { open, text, close }: XmlHandlers,
): AsyncGenerator<void, void, void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', () => {
    throw new UnreadableFileError('the workbook is damaged (its XML is not well-formed)')
  })
  parser.on('doctype', () => {
    throw new UnreadableFileError('the workbook has a document type definition, which is not read')
  })
  if (open) parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (close) parser.on('closetag', ({ name }) => close(localName(name)))

  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytes) {
    parser.write(decode(decoder, chunk))
    yield
  }
  parser.write(decode(decoder))
  parser.close()
}

/** Parses a small part to its end. */
export async function parseXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml(bytes, handlers));
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new UnreadableFileError('the workbook is not in UTF-8')
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
