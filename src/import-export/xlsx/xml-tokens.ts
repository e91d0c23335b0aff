import { readWholeCell } from './whole-cell.ts'

export type XmlAttributes = Readonly<Record<string, string | undefined>>

export interface XmlHandlers {
  /** `name` without its prefix: writers differ in which they use. */
  open?(name: string, attributes: XmlAttributes): void
  text?(text: string): void
  close?(name: string): void
}

/** The text is no well-formed XML, or has what no workbook has. */
export class XmlSyntaxError extends Error {
  override name = 'XmlSyntaxError'
}

/** A document type was met: entities are defined there. */
export class DoctypeError extends Error {
  override name = 'DoctypeError'
}

/** A tag, a comment or a text is no longer than this: a cell holds 32,767 characters. */
const MAX_TOKEN_CHARACTERS = 1024 ** 2

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const ENTITY = /&(?:(\w{1,10})|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));|&/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const NAME = /^[A-Za-z_:\u00c0-\ufffd][\w:.\-\u00b7-\ufffd]*$/
const DECLARATION =
  /^xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*$/

/** So many names, and tags, are known again. */
const KEPT = 200

/** A cell and a row as nearly every writer begins them: read at once, since a list has millions. */
const CELL = /c r="([A-Z]{1,3}\d{1,7})"(?: s="(\d{1,6})")?(?: t="(\w{1,10})")?>/y
const ROW = /row r="(\d{1,7})">/y
const NONE: XmlAttributes = Object.freeze({})

/**
 * Splits XML 1.0 into tags and texts as it comes in, in pieces of any size: what a workbook has, and only where it is well-formed.
 * Throws XmlSyntaxError, DoctypeError, and what the handlers throw.
 */
export class XmlTokens {
  readonly #handlers: XmlHandlers
  /** Names that are well-formed, each with what it is without its prefix. */
  readonly #names = new Map<string, string>()
  /** The attributes that stood last in the tags of a name: those of most are the same again. */
  readonly #tags = new Map<string, { text: string; attributes: XmlAttributes }>()
  /** The elements that are open. */
  readonly #open: string[] = []
  #hasRoot = false
  #isBegun = false
  /** What is not a whole token yet. */
  #rest = ''

  constructor(handlers: XmlHandlers) {
    this.#handlers = handlers
  }

  write(piece: string): void {
    if (FORBIDDEN.test(piece)) throw new XmlSyntaxError('it has a character that XML does not have')
    const text = this.#rest + piece
    let at = 0
    for (;;) {
      const tag = text.indexOf('<', at)
      if (tag < 0) break
      if (tag > at) this.#takeText(text.slice(at, tag))
      at = tag
      const end = this.#readMarkup(text, tag)
      if (end < 0) break
      this.#isBegun = true
      at = end
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > MAX_TOKEN_CHARACTERS) throw new XmlSyntaxError('a part of it is too long')
  }

  end(): void {
    if (this.#rest.trim() !== '' || this.#open.length > 0 || !this.#hasRoot) {
      throw new XmlSyntaxError('it ends too early')
    }
  }

  /** Returns the place after the markup that begins here; -1 where the text ends before it does. */
  #readMarkup(text: string, at: number): number {
    switch (text[at + 1]) {
      case undefined:
        return -1
      case '/':
        return this.#readClose(text, at)
      case '?':
        return this.#readInstruction(text, at)
      case '!':
        return this.#readDeclared(text, at)
      default:
        return this.#readOpen(text, at)
    }
  }

  #readClose(text: string, at: number): number {
    const opened = this.#open.at(-1) ?? ''
    let end = at + 2 + opened.length
    if (text[end] !== '>' || !text.startsWith(opened, at + 2)) {
      end = text.indexOf('>', at)
      if (end < 0) return -1
      if (text.slice(at + 2, end).trimEnd() !== opened)
        throw new XmlSyntaxError('a tag is closed that is not open')
    }
    if (opened === '') throw new XmlSyntaxError('a tag is closed that is not open')
    this.#close(opened)
    return end + 1
  }

  #close(name: string): void {
    this.#open.pop()
    this.#handlers.close?.(this.#localName(name))
  }

  #readOpen(text: string, at: number): number {
    if (text[at + 1] === 'c') {
      const end = this.#open.length > 0 ? readWholeCell(text, at + 1, this.#handlers) : 0
      if (end > 0) return end
      CELL.lastIndex = at + 1
      const cell = CELL.exec(text)
      if (cell) {
        this.#openElement('c', { r: cell[1], s: cell[2], t: cell[3] })
        return CELL.lastIndex
      }
    }
    if (text[at + 1] === 'r') {
      ROW.lastIndex = at + 1
      const row = ROW.exec(text)
      if (row) {
        this.#openElement('row', { r: row[1] })
        return ROW.lastIndex
      }
    }
    let end = at + 1
    while (isNamePart(text.charCodeAt(end))) end += 1
    const name = text.slice(at + 1, end)
    const known = this.#tags.get(name)
    if (known && text.startsWith(known.text, end)) {
      this.#openElement(name, known.attributes)
      return end + known.text.length
    }
    return this.#readAttributes(text, end, name)
  }

  #readAttributes(text: string, start: number, name: string): number {
    const attributes: Record<string, string> = {}
    let end = start
    for (;;) {
      const next = afterSpace(text, end)
      const isEmpty = text[next] === '/' && text[next + 1] === '>'
      if (text[next] === '>' || isEmpty) {
        const isBare = next === start
        this.#openElement(name, isBare ? NONE : attributes)
        if (!isEmpty) this.#keepTag(name, text.slice(start, next + 1), isBare ? NONE : attributes)
        else this.#close(name)
        return next + (isEmpty ? 2 : 1)
      }
      end = next > end ? this.#readAttribute(text, next, attributes) : -1
      if (end < 0) return unfinished(text, next)
    }
  }

  #keepTag(name: string, text: string, attributes: XmlAttributes): void {
    if (text.length < KEPT && (this.#tags.has(name) || this.#tags.size < KEPT))
      this.#tags.set(name, { text, attributes })
  }

  /** Returns the place after the attribute; -1 where there is no whole one. */
  #readAttribute(text: string, start: number, attributes: Record<string, string>): number {
    let end = start
    while (isNamePart(text.charCodeAt(end))) end += 1
    const name = text.slice(start, end)
    const equals = afterSpace(text, end)
    if (name === '' || text[equals] !== '=') return -1
    const open = afterSpace(text, equals + 1)
    const quote = text[open]
    if (quote !== '"' && quote !== "'") return -1
    const close = text.indexOf(quote, open + 1)
    if (close < 0) return -1
    this.#localName(name)
    if (Object.hasOwn(attributes, name)) throw new XmlSyntaxError('an attribute stands twice')
    attributes[name] = attributeValue(text.slice(open + 1, close))
    return close + 1
  }

  #openElement(name: string, attributes: XmlAttributes): void {
    if (this.#open.length === 0 && this.#hasRoot) throw new XmlSyntaxError('it goes on after its end')
    this.#hasRoot = true
    this.#open.push(name)
    this.#handlers.open?.(this.#localName(name), attributes)
  }

  #readInstruction(text: string, at: number): number {
    const end = text.indexOf('?>', at + 2)
    if (end < 0) return -1
    const content = text.slice(at + 2, end)
    const [target = ''] = /^[^\s]*/.exec(content) ?? []
    const isDeclaration = target.toLowerCase() === 'xml'
    if (isDeclaration ? this.#isBegun || at > 0 || !DECLARATION.test(content) : !NAME.test(target)) {
      throw new XmlSyntaxError('an instruction is not well-formed')
    }
    return end + 2
  }

  /** Reads a comment or a text that is marked as such. */
  #readDeclared(text: string, at: number): number {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('--', at + 4)
      if (end < 0 || end + 2 === text.length) return -1
      if (text[end + 2] !== '>') throw new XmlSyntaxError('a comment is not well-formed')
      return end + 3
    }
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at + 9)
      if (end < 0) return -1
      if (this.#open.length === 0) throw new XmlSyntaxError('a text stands outside')
      this.#handlers.text?.(withLineFeeds(text.slice(at + 9, end)))
      return end + 3
    }
    if (text.startsWith('<!DOCTYPE', at)) throw new DoctypeError()
    const found = text.slice(at)
    if (['<!--', '<![CDATA[', '<!DOCTYPE'].some((start) => start.startsWith(found))) return -1
    throw new XmlSyntaxError('a declaration is not known')
  }

  #takeText(text: string): void {
    if (this.#open.length === 0) {
      if (text.trim() !== '') throw new XmlSyntaxError('a text stands outside')
      return
    }
    if (text.includes(']]>')) throw new XmlSyntaxError('a text is not well-formed')
    this.#handlers.text?.(decodeEntities(withLineFeeds(text)))
  }

  /** Returns a name without its prefix. Throws XmlSyntaxError where it is none. */
  #localName(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    if (!NAME.test(name)) throw new XmlSyntaxError('a name is not well-formed')
    const local = name.slice(name.indexOf(':') + 1)
    if (this.#names.size < KEPT) this.#names.set(name, local)
    return local
  }
}

/** What is no tag so far may become one, unless another begins. */
function unfinished(text: string, from: number): -1 {
  if (text.indexOf('<', from) >= 0) throw new XmlSyntaxError('a tag is not well-formed')
  return -1
}

/** Not white space, `=`, `/`, `>`, `<` or a quote. NaN, past the end of the text, is none. */
function isNamePart(code: number): boolean {
  return (
    code > 0x20 &&
    code !== 0x3d &&
    code !== 0x2f &&
    !(code >= 0x3c && code <= 0x3e) &&
    code !== 0x22 &&
    code !== 0x27
  )
}

function afterSpace(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 9 && code !== 10 && code !== 13) break
  }
  return at
}

function attributeValue(raw: string): string {
  if (!/[&<\t\r\n]/.test(raw)) return raw
  if (raw.includes('<')) throw new XmlSyntaxError('an attribute is not well-formed')
  return decodeEntities(raw.replace(/\r\n|[\t\r\n]/g, ' '))
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (_, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined && Object.hasOwn(ENTITIES, name)) return ENTITIES[name] ?? ''
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : 0
    const isCharacter = code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff)
    const character = isCharacter ? String.fromCodePoint(code) : '\0'
    if (FORBIDDEN.test(character)) throw new XmlSyntaxError('there is no such entity')
    return character
  })
}
