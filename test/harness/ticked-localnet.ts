import { type Address, generateKeyPairSigner } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { openTestWallet, type TestWallet } from './test-wallet.ts'

const SOL = 1_000_000_000n

/** A localnet whose blocks the test makes, with a funded wallet and a recipient. */
export interface TickedLocalnet {
  localnet: Localnet
  wallet: TestWallet
  /** Has received nothing yet. */
  recipient: Address
  /** Makes so many blocks. */
  tick(blocks: number): void
  /** Sends SOL from the wallet to the recipient, 1 SOL by default. */
  transfer(lamports?: bigint): ReturnType<typeof getTransferSolInstruction>
  close(): Promise<void>
}

/** Starts one, and makes so many blocks after the wallet is funded. */
export async function startTickedLocalnet(blocks: number): Promise<TickedLocalnet> {
  const localnet = await startLocalnet({ slotMs: null })
  const wallet = await openTestWallet(localnet)
  const recipient = (await generateKeyPairSigner()).address
  const tick = (count: number) => {
    for (let made = 0; made < count; made += 1) localnet.tick()
  }
  tick(blocks)
  return {
    localnet,
    wallet,
    recipient,
    tick,
    transfer: (amount = SOL) =>
      getTransferSolInstruction({ source: wallet.signer, destination: recipient, amount }),
    close: () => localnet.close(),
  }
}
