import type { Locator } from 'playwright-core'
import decodeQR from 'qr/decode.js'

/** Pixels of a module: readers want more than one. */
const SCALE = 4

/** Reads a QR code that the page draws as one path of squares. */
export async function readQr(svg: Locator): Promise<string> {
  const [box = '', path = ''] = await Promise.all([
    svg.getAttribute('viewBox').then(String),
    svg.locator('path').getAttribute('d').then(String),
  ])
  const modules = Number(box.split(' ')[2])
  const size = modules * SCALE
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h/g)) paint(data, size, Number(x), Number(y))
  return decodeQR({ width: size, height: size, data })
}

function paint(data: Uint8Array, size: number, x: number, y: number): void {
  for (let row = y * SCALE; row < (y + 1) * SCALE; row++) {
    for (let column = x * SCALE; column < (x + 1) * SCALE; column++) {
      data.set([0, 0, 0], (row * size + column) * 4)
    }
  }
}
