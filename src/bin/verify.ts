import { readFile } from 'node:fs/promises'
import { loadKeccak } from '#proofs/bytes.ts'
import { checkActions } from '#proofs/check-actions.ts'
import { checkList, type ListVerdict } from '#proofs/check-list.ts'
import { checkProofs } from '#proofs/check-proofs.ts'
import { checkReceipt } from '#proofs/check-receipt.ts'
import { readReceiptKeys } from '#proofs/receipt-keys.ts'
import { notProved, type Outcome, VerdictError, verdictOf } from '#proofs/verdict.ts'
import { readOptions } from './read-options.ts'

const WORDS: Record<Outcome, string> = { proved: 'PROVED', not_proved: 'NOT PROVED', refuted: 'REFUTED' }

/** Of the process: 0 for a pass alone. */
const STATUSES: Record<Outcome, number> = { proved: 0, refuted: 1, not_proved: 2 }

const values = readOptions(
  {
    name: 'npm run verify',
    does: 'Checks a proof, a holder list, a receipt or the record of actions without the portal. Ends with status 0 only where it is proved.',
  },
  {
    proof: { type: 'string', help: 'A proof as the portal gives it, or an array of them' },
    list: { type: 'string', help: 'A bundle, or a CSV' },
    receipt: { type: 'string', help: 'A receipt as the claim page saves it' },
    actions: { type: 'string', help: 'What operators did, as the panel exports it: actions.jsonl' },
    entry: { type: 'string', help: 'An entry of it that a webhook has told', default: '' },
    root: { type: 'string', help: 'The published root', default: '' },
    key: { type: 'string', help: 'The published key of the portal', default: '' },
    keys: {
      type: 'string',
      help: 'The bundle, or the answer of /api/portal: for a receipt under an earlier key',
    },
    address: { type: 'string', help: 'What the proof is to be of', default: '' },
    amount: { type: 'string', default: '' },
    total: { type: 'string', help: 'The published total, in whole coins', default: '' },
    seed: { type: 'string', help: 'Draws a sample of the list', default: '' },
    sample: { type: 'string', default: '20' },
    decimals: { type: 'string', default: '18' },
  },
)

/** Reads a file. Ends the check where it can not be read. */
async function readGiven(path: string): Promise<Buffer> {
  return await readFile(path).catch(() => {
    throw new VerdictError(notProved(`${path} can not be read: is the path right?`))
  })
}

async function check(): Promise<ListVerdict> {
  const { proof, list, receipt, actions, entry, root, key, keys, address, amount, total, seed } = values
  const coinDecimals = Number(values.decimals)
  if (receipt !== undefined) {
    return checkReceipt({
      receipt: (await readGiven(receipt)).toString(),
      publicKey: key,
      ...(keys !== undefined && { keys: await readReceiptKeys(new Uint8Array(await readGiven(keys))) }),
    })
  }
  if (actions !== undefined) return checkActions({ text: (await readGiven(actions)).toString(), entry })
  const keccak = await loadKeccak()
  if (proof !== undefined) {
    const text = (await readGiven(proof)).toString()
    return checkProofs(keccak, { proof: text, root, address, amountUA: amount, coinDecimals })
  }
  if (list === undefined)
    return notProved('Give --proof, --list or --receipt, and --root or --key; or --actions and --entry.')
  const file = new Uint8Array(await readGiven(list))
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
