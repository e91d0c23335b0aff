import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import type { Benchmark } from '#lab/bench/benchmark.ts'
import { measureScript } from '#lab/bench/measure-script.ts'
import { prepareRehearsalEnvironment } from '#lab/rehearsal/rehearsal-environment.ts'
import { openStore } from '#store/store.ts'
import { sampleClaim } from '../../../test/harness/sample-rows.ts'
import { freshWallets } from './fresh-wallets.ts'
import type { PayingTerms } from './paying-terms.ts'

const RECIPIENTS = 250_000
const CLAIMS_PER_COMMIT = 10_000

/** The obvious way is measured on a part: all of it would take minutes. */
const OBVIOUS_SHARE = 100

export const estimate: Benchmark = {
  name: 'estimate',
  about: 'what paying every queued claim will cost, and for how long the event loop is blocked meanwhile',
  rounds: 3,
  async prepare({ size = RECIPIENTS, tell }) {
    await using parts = new AsyncDisposableStack()
    const folder = mkdtempSync(join(tmpdir(), 'ferry-estimate-'))
    parts.defer(() => rmSync(folder, { recursive: true, force: true }))
    tell(`queueing ${size} claims`)
    const file = join(folder, 'ferry.sqlite')
    await queueClaims(file, size)
    const environment = await prepareRehearsalEnvironment()
    parts.defer(() => environment.close())
    const { rpcUrl, genesisHash, walletKeyJson, mint } = environment
    const terms = (recipients: number): PayingTerms => ({
      rpcUrl,
      genesisHash,
      walletKeyJson,
      mint,
      recipients,
      allowedCalls: null,
    })
    const run = (script: string, recipients: number, ...args: string[]) =>
      measureScript(join(import.meta.dirname, script), [JSON.stringify(terms(recipients)), ...args])
    const prepared = parts.move()
    return {
      contestants: [
        { name: 'Ferry', measure: () => run('estimate-claims.ts', size, file) },
        {
          name: 'obvious',
          measure: () => run('../obvious/look-up-one-by-one.ts', Math.ceil(size / OBVIOUS_SHARE)),
        },
      ],
      targets: [
        { figure: 'seconds', atMost: 10 },
        { figure: 'longest block ms', atMost: 50 },
        { figure: 'recipients/s', beside: 'obvious', atLeast: 10 },
      ],
      close: () => prepared.disposeAsync(),
    }
  },
}

async function queueClaims(file: string, count: number): Promise<void> {
  const store = await openStore(file)
  for (let start = 0; start < count; start += CLAIMS_PER_COMMIT) {
    const wallets = freshWallets(Math.min(CLAIMS_PER_COMMIT, count - start))
    await store.claims.insertMany(
      wallets.map((solAddress, index) => {
        const amountWei = (BigInt(start + index + 1) * 10n ** 15n) as Wei
        return sampleClaim({ solAddress, amountWei, amountUA: formatDecimalUnits(amountWei, 18) })
      }),
    )
  }
  await store.close()
}
