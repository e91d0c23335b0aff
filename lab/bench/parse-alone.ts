import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { SaxesParser } from 'saxes'
import { chain } from 'stream-chain'
import { parser as parseJson } from 'stream-json'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { openPromise } from 'yauzl'
import type { ListFormat } from './holders.ts'
import { printFigures } from './measure-script.ts'

/** Lets the usual parser of a format run over a file, and does nothing with its rows. */
const [format = 'csv', path = '', rowCount = '0'] = process.argv.slice(2)

const PARSERS: Record<ListFormat, (path: string) => Promise<number>> = {
  async csv(path) {
    let rows = -1
    const parser = parse()
    parser.on('data', () => {
      rows += 1
    })
    createReadStream(path).pipe(parser)
    await once(parser, 'end')
    return rows
  },

  async json(path) {
    let rows = 0
    const items = chain([parseJson(), streamArray()])
    items.on('data', () => {
      rows += 1
    })
    createReadStream(path).pipe(items)
    await once(items, 'end')
    return rows
  },

  async xlsx(path) {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    let rows = -1
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.includes('/worksheets/')) continue
      const parser = new SaxesParser({ xmlns: false, position: false })
      parser.on('closetag', ({ name }) => {
        if (name === 'row') rows += 1
      })
      const content = await zip.openReadStreamPromise(entry)
      const taken = new Writable({
        decodeStrings: false,
        write(text: string, _, done) {
          parser.write(text)
          done()
        },
      })
      await pipeline(content.setEncoding('utf8'), taken)
    }
    zip.close()
    return rows
  },
}

const start = performance.now()
const rows = await PARSERS[format as ListFormat](path)
const seconds = (performance.now() - start) / 1000
if (rows !== Number(rowCount)) throw new Error(`${rows} rows instead of ${rowCount}`)
printFigures({ 'rows/s': rows / seconds, seconds })
