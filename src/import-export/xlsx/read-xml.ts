import { TextDecoder } from 'node:util'
import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'
import { DoctypeError, type XmlHandlers, XmlSyntaxError, XmlTokens } from './xml-tokens.ts'

/**
 * Parses XML as it comes in and calls the handlers, yielding after each chunk. Throws UnreadableFileError on anything that is not well-formed, and on a document type: no workbook has one, and entities are
 * defined there.
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): AsyncGenerator<void, void, void> {
  const tokens = new XmlTokens(handlers)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) {
      tokens.write(decode(decoder, chunk))
      yield
    }
    tokens.write(decode(decoder))
    tokens.end()
  } catch (error) {
    if (error instanceof DoctypeError) {
      throw new UnreadableFileError('the workbook has a document type definition, which is not read')
    }
    if (error instanceof XmlSyntaxError) {
      throw new UnreadableFileError('the workbook is damaged (its XML is not well-formed)')
    }
    throw error
  }
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
