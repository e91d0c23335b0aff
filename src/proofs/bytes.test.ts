import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { loadKeccak } from './bytes.ts'

test('is the Keccak-256 of inputs of every length around one block, one after another', async () => {
  const keccak = await loadKeccak()
  const random = seededRandom(256)
  for (let length = 0; length <= 300; length++) {
    const inputs = [0, 255, random.between(1, 254)].map((byte) => new Uint8Array(length).fill(byte))
    inputs.push(Uint8Array.from({ length }, () => random.between(0, 255)))
    for (const input of inputs) expect(keccak(input), `${length}`).toEqual(keccak_256(input))
  }
})
