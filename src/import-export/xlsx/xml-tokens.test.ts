import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { type XmlHandlers, XmlTokens } from './xml-tokens.ts'

const DOCUMENT = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<x:worksheet xmlns:x='urn:a"b'>
<!-- a comment - with <tags> --><?app do="it"?><sheetData><row r="1" ht = "12.5"><c r="A1" t="inlineStr"><is><t xml:space="preserve"> a &amp; b&#65;&#x42; </t></is></c>
<c r="B1" s='1'><v>12.5</v></c><c r="C1"/><c r="D1" t="str"><f>A1&gt;2</f><v><![CDATA[x<y]]></v></c></row><row r="2" a="1&lt;2&#9;	3"></row ></sheetData></x:worksheet>
`

const PIECES = [
  '<',
  '>',
  '/',
  '"',
  "'",
  '=',
  '&',
  ';',
  ' ',
  '\n',
  '\r',
  'a',
  '<a>',
  '</a>',
  '<!',
  '-->',
  ']]>',
  '<?',
  '?>',
  '&lt;',
  '&x;',
  '&#0;',
  '&#x110000;',
  '<![CDATA[',
  '\u0001',
  '\ufffe',
  'r="1"',
  'é',
  '<!DOCTYPE a>',
]

type Event = [kind: string, ...rest: unknown[]]

/** Collects events, with neighbouring texts joined. Without their errors: only whether there was one. */
function eventsOf(read: (handlers: Required<XmlHandlers>) => void): Event[] | 'refused' {
  const events: Event[] = []
  try {
    read({
      open: (name, attributes) => events.push(['open', localName(name), { ...attributes }]),
      close: (name) => events.push(['close', localName(name)]),
      text(text) {
        const last = events.at(-1)
        if (text === '') return
        if (last?.[0] === 'text') last[1] = `${last[1]}${text}`
        else events.push(['text', text])
      },
    })
    return events
  } catch {
    return 'refused'
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function ours(text: string, pieceLength: number) {
  return eventsOf((handlers) => {
    const tokens = new XmlTokens(handlers)
    for (let at = 0; at < text.length; at += pieceLength) tokens.write(text.slice(at, at + pieceLength))
    tokens.end()
  })
}

function reference(text: string) {
  return eventsOf(({ open, text: onText, close }) => {
    const parser = new SaxesParser({ xmlns: false, position: false })
    let depth = 0
    const inside = (content: string) => {
      if (depth > 0) onText(content)
    }
    parser.on('error', (error) => {
      throw error
    })
    parser.on('doctype', () => {
      throw new Error('a document type')
    })
    parser.on('opentag', ({ name, attributes }) => {
      depth += 1
      open(name, attributes as Record<string, string>)
    })
    parser.on('text', inside)
    parser.on('cdata', inside)
    parser.on('closetag', ({ name }) => {
      depth -= 1
      close(name)
    })
    parser.write(text)
    parser.close()
  })
}

function changed(random: SeededRandom, text: string): string {
  const at = random.between(0, text.length)
  return `${text.slice(0, at)}${random.pick([...PIECES, ''])}${text.slice(at + random.between(0, 3))}`
}

test('reads a part as a parser for all of XML does, in pieces of any size', () => {
  const expected = reference(DOCUMENT)
  expect(expected).toHaveLength(32)
  for (const pieceLength of [1, 2, 5, 64, 10_000]) expect(ours(DOCUMENT, pieceLength)).toEqual(expected)
})

test('refuses what that refuses, and takes what it takes', () => {
  const random = seededRandom(12)
  for (let round = 0; round < 6_000; round++) {
    let text = changed(random, DOCUMENT)
    if (random.between(0, 3) === 0) text = changed(random, text)
    expect(ours(text, random.pick([1, 9, 10_000])), text).toEqual(reference(text))
  }
})

test.each([`<c r="A1" r="A2"/>`, `<c r="A1" s='1' t="str" s="2"><v>1</v></c>`])(
  'of two attributes of one name it takes neither: %s',
  (cell) => {
    const text = `<sheetData>${cell}</sheetData>`
    expect([ours(text, 7), ours(text, 10_000), reference(text)]).toEqual(Array(3).fill('refused'))
  },
)

test('a tag or a text without end is not held', () => {
  for (const start of ['<a>', '<a b="', '<!--', '<![CDATA[']) {
    const text = `<r>${start}${'x'.repeat(2 * 1024 ** 2)}`
    expect(ours(text, 64 * 1024), start).toBe('refused')
  }
})
