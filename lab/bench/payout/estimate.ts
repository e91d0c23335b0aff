import { join } from 'node:path'
import { formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { prepareRehearsalEnvironment } from '#lab/rehearsal/rehearsal-environment.ts'
import { openStore } from '#store/store.ts'
import { sampleClaim } from '../../../test/harness/sample-rows.ts'
import type { Benchmark } from '../benchmark.ts'
import { measureScript } from '../measure-script.ts'

const CLAIMS_PER_COMMIT = 10_000

/** The obvious way is measured on a part: all of it would take minutes. */
const OBVIOUS_SHARE = 100

export const estimate: Benchmark = {
  about: 'what paying every queued claim will cost, and for how long the event loop is blocked meanwhile',
  rounds: 3,
  size: 250_000,
  async prepare({ size, folder, parts, tell }) {
    tell(`queueing ${size} claims`)
    const file = join(folder, 'ferry.sqlite')
    await queueClaims(file, size)
    const environment = await prepareRehearsalEnvironment()
    parts.defer(() => environment.close())
    const { rpcUrl, genesisHash, walletKeyJson, mint } = environment
    const run = (script: string, recipients: number) =>
      measureScript(script, [JSON.stringify({ rpcUrl, genesisHash, walletKeyJson, mint, recipients }), file])
    const fewer = Math.ceil(size / OBVIOUS_SHARE)
    return {
      contestants: [
        { name: 'Ferry', measure: () => run('payout/estimate-claims.ts', size) },
        { name: 'obvious', measure: () => run('obvious/look-up-one-by-one.ts', fewer) },
      ],
      targets: [
        { figure: 'seconds', atMost: 10 },
        { figure: 'longest block ms', atMost: 50 },
        { figure: 'recipients/s', beside: 'obvious', atLeast: 10 },
      ],
    }
  },
}

async function queueClaims(file: string, count: number): Promise<void> {
  const store = await openStore(file)
  for (let start = 0; start < count; start += CLAIMS_PER_COMMIT) {
    const claims = Array.from({ length: Math.min(CLAIMS_PER_COMMIT, count - start) }, (_, index) => {
      const amountWei = (BigInt(start + index + 1) * 10n ** 15n) as Wei
      const amountUA = formatDecimalUnits(amountWei, 18)
      return sampleClaim({ solAddress: freshSolanaAddress(), amountWei, amountUA })
    })
    await store.claims.insertMany(claims)
  }
  await store.close()
}
