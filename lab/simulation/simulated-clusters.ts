import type { SeededRandom } from '#lab/random/seeded-random.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { Fixtures } from './fixtures.ts'
import { ModelChain, type ModelChainParts } from './model-chain.ts'
import type { ModelCluster } from './model-node.ts'

export const GENESIS = 'the-simulated-cluster'
const OTHER_GENESIS = 'another-cluster'
const OTHER_FIRST_SLOT = 50_000

/** More than all claims of a seed, so that it could be paid twice. */
const FUNDED = 10n ** 12n

/** Creates the cluster that the wallet pays on. */
export function createCluster(
  random: SeededRandom,
  fixtures: Fixtures,
  parts: Pick<
    ModelChainParts,
    'rates' | 'onEvent' | 'lacksSol' | 'rentAt' | 'oldTransactions' | 'heldBackSlots'
  >,
): ModelCluster {
  const chain = new ModelChain({ random, ...funded(fixtures, FUNDED), ...parts })
  return { genesisHash: GENESIS, chain }
}

/** Creates another cluster, to which a node's URL leads at times. It has the same wallet and mint, with another balance. */
export function createOtherCluster(random: SeededRandom, fixtures: Fixtures): ModelCluster {
  const chain = new ModelChain({
    random,
    ...funded(fixtures, FUNDED * 2n),
    rates: () => ({ skippedSlot: 0, fork: 0, relanding: 0, landsV1: true }),
    onEvent: () => {},
    firstSlot: OTHER_FIRST_SLOT,
  })
  return { genesisHash: OTHER_GENESIS, chain }
}

function funded(
  { mint, walletAddress, sourceOwner, sourceTokenAccount, stranger }: Fixtures,
  amount: bigint,
): Pick<ModelChainParts, 'mint' | 'funding'> {
  return {
    mint,
    funding: [
      { tokenAccount: sourceTokenAccount, owner: sourceOwner, amount },
      // A delegate pays fees, and holds no token.
      ...(sourceOwner === walletAddress
        ? []
        : [{ tokenAccount: associatedTokenAccount(mint, walletAddress), owner: walletAddress, amount: 0n }]),
      { tokenAccount: stranger.tokenAccount, owner: stranger.wallet, amount },
    ],
  }
}
