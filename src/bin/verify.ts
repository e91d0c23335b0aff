import { readFile } from 'node:fs/promises'
import { loadKeccak } from '#proofs/bytes.ts'
import { checkList, type ListVerdict } from '#proofs/check-list.ts'
import { checkProofs } from '#proofs/check-proofs.ts'
import { checkReceipt } from '#proofs/check-receipt.ts'
import { notProved, type Outcome, verdictOf } from '#proofs/verdict.ts'
import { readOptions } from './read-options.ts'

const WORDS: Record<Outcome, string> = { proved: 'PROVED', not_proved: 'NOT PROVED', refuted: 'REFUTED' }

/** Of the process: 0 for a pass alone. */
const STATUSES: Record<Outcome, number> = { proved: 0, refuted: 1, not_proved: 2 }

const values = readOptions({
  /** A proof as the portal gives it, or an array of them. */
  proof: { type: 'string' },
  /** A bundle, or a CSV. */
  list: { type: 'string' },
  /** A receipt as the claim page saves it. */
  receipt: { type: 'string' },
  /** The published root. */
  root: { type: 'string', default: '' },
  /** The published key of the portal. */
  key: { type: 'string', default: '' },
  /** What the proof is to be of. */
  address: { type: 'string', default: '' },
  amount: { type: 'string', default: '' },
  /** The published total, in whole coins. */
  total: { type: 'string', default: '' },
  /** Draws a sample of the list. */
  seed: { type: 'string', default: '' },
  sample: { type: 'string', default: '20' },
  decimals: { type: 'string', default: '18' },
})

async function check(): Promise<ListVerdict> {
  const { proof, list, receipt, root, key, address, amount, total, seed } = values
  const coinDecimals = Number(values.decimals)
  if (receipt !== undefined) return checkReceipt({ receipt: await readFile(receipt, 'utf8'), publicKey: key })
  const keccak = await loadKeccak()
  if (proof !== undefined) {
    const text = await readFile(proof, 'utf8')
    return checkProofs(keccak, { proof: text, root, address, amountUA: amount, coinDecimals })
  }
  if (list === undefined) return notProved('Give --proof, --list or --receipt, and --root or --key.')
  const file = new Uint8Array(await readFile(list))
  return checkList(keccak, {
    file,
    root,
    totalUA: total,
    seed,
    sampleSize: Number(values.sample),
    coinDecimals,
  })
}

const { outcome, sentence, facts, sample = [] }: ListVerdict = await verdictOf(check)
console.log(`${WORDS[outcome]}. ${sentence}`)
for (const [name, value] of facts) console.log(`  ${name}: ${value}`)
for (const { index, address, amount } of sample) console.log(`  ${index},${address},${amount}`)
process.exitCode = STATUSES[outcome]
