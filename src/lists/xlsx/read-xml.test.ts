import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { parseXml } from './read-xml.ts'

const DOCUMENT = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<x:worksheet xmlns:x='urn:a"b'>
<!-- a comment - with <tags> --><?app do="it"?><sheetData><row r="1" ht = "12.5"><c r="A1"><t xml:space="preserve"> a &amp; b&#65;&#x42; é</t></c>
<c r="B1" t="str"><v><![CDATA[x<y]]></v></c></row></sheetData></x:worksheet>
`

/** Returns what a document is told as, with neighbouring texts joined; the words of its refusal where it has one. */
async function eventsOf(text: string, pieceBytes = 64 * 1024): Promise<unknown[] | string> {
  const events: unknown[][] = []
  const bytes = Buffer.from(text)
  function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  try {
    await parseXml(Readable.from(pieces()), {
      open: (name, attributes) => events.push([name, { ...attributes }]),
      close: (name) => events.push([`/${name}`]),
      text(content) {
        const last = events.at(-1)
        if (last?.[0] === 'text') last[1] = `${last[1]}${content}`
        else events.push(['text', content])
      },
    })
    return events
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('tells of a part element by element, without prefixes, in pieces of any size', async () => {
  for (const pieceBytes of [1, 5, 10_000]) {
    const events = await eventsOf(DOCUMENT, pieceBytes)
    expect(
      Array.isArray(events) && events.filter((event) => Array.isArray(event) && event[0] !== 'text'),
    ).toEqual([
      ['worksheet', { 'xmlns:x': 'urn:a"b' }],
      ['sheetData', {}],
      ['row', { r: '1', ht: '12.5' }],
      ['c', { r: 'A1' }],
      ['t', { 'xml:space': 'preserve' }],
      ['/t'],
      ['/c'],
      ['c', { r: 'B1', t: 'str' }],
      ['v', {}],
      ['/v'],
      ['/c'],
      ['/row'],
      ['/sheetData'],
      ['/worksheet'],
    ])
    expect(events).toContainEqual(['text', ' a & bAB é'])
    expect(events).toContainEqual(['text', 'x<y'])
  }
})

test.each([
  ['of two attributes of one name', '<c r="A1" r="A2"/>'],
  ['a control character', '<v>1\u0001</v>'],
  ['a control character by its number', '<v>&#1;</v>'],
  ['an entity that nothing defines', '<v>&x;</v>'],
  ['a text with the end of a marked one', '<v>]]></v>'],
  ['a tag that another closes', '<v>1</c>'],
  ['a part that ends too early', '<v>1'],
  ['a second root', '<v/><v/>'],
  ['a text outside', '<v/>1'],
])('refuses %s', async (_, text) => {
  expect(await eventsOf(text)).toBe('the workbook is damaged (its XML is not well-formed)')
})

test('refuses a document type, whatever it defines', async () => {
  for (const doctype of ['<!DOCTYPE a>', '<!DOCTYPE a [<!ENTITY b "c">]>']) {
    expect(await eventsOf(`${doctype}<a>&b;</a>`)).toMatch(/document type definition/)
  }
})

test('holds no more elements open than a workbook has', async () => {
  expect(await eventsOf('<a>'.repeat(200) + '</a>'.repeat(200))).toHaveLength(400)
  expect(await eventsOf('<a>'.repeat(10_000))).toMatch(/more than 256 levels deep/)
})

test('holds no tag and no text without end', async () => {
  for (const start of ['<a>', '<a b="', '<!--', '<![CDATA[', '<?a ', '<!DOCTYPE ']) {
    expect(await eventsOf(`<r>${start}${'x'.repeat(2 * 1024 ** 2)}`), start).toMatch(/not well-formed/)
  }
})
