import {
  type Address,
  generateKeyPairSigner,
  getTransactionEncoder,
  type Lamports,
  type Signature,
} from '@solana/kit'
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo'
import { getTransferSolInstruction } from '@solana-program/system'
import { MAX_BLOCKHASH_AGE_BLOCKS } from './block-chain.ts'
import type { Cluster } from './cluster.ts'
import { signInstructions } from './send-instructions.ts'
import { describeTransactionError } from './transaction-error.ts'
import { decodeWireTransaction } from './wire-transaction.ts'

/** Nine million SOL: as much as a JSON number still holds exactly in lamports. */
const FAUCET_LAMPORTS = 9_000_000_000_000_000n

export class AirdropError extends Error {
  override name = 'AirdropError'
}

export interface Faucet {
  address: Address
  /** Sends lamports by an ordinary transaction and returns its signature. Throws AirdropError when it does not succeed. */
  airdrop(to: Address, amount: Lamports): Promise<Signature>
}

/** Creates the wallet that airdrops are paid from. Call once, when the cluster is new. */
export async function createFaucet(cluster: Cluster): Promise<Faucet> {
  const signer = await generateKeyPairSigner()
  cluster.runtime.endowWallet(signer.address, FAUCET_LAMPORTS)
  let airdrops = 0

  async function airdrop(to: Address, amount: Lamports): Promise<Signature> {
    airdrops += 1
    const { blockhash, height } = cluster.chain.tip
    const lifetime = { blockhash, lastValidBlockHeight: BigInt(height + MAX_BLOCKHASH_AGE_BLOCKS) }
    const signed = await signInstructions(signer, lifetime, [
      getTransferSolInstruction({ source: signer, destination: to, amount }),
      // Two equal airdrops on one blockhash would otherwise be one transaction.
      getAddMemoInstruction(
        { memo: `airdrop ${airdrops}` },
        { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
      ),
    ])
    const wire = decodeWireTransaction(new Uint8Array(getTransactionEncoder().encode(signed)))
    const landing = cluster.land(wire)
    const err = landing.kind === 'dropped' ? landing.err : landing.transaction.err
    if (err !== null) throw new AirdropError(`airdrop request failed: ${describeTransactionError(err)}`)
    return wire.signature
  }

  return { address: signer.address, airdrop }
}
