import { type Address, createSolanaRpc, getBase64Decoder, type KeyPairSigner } from '@solana/kit'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToCheckedInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { assertBaseUnits } from '#domain/amounts.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import type { SendingWallet } from '#payout/paying-account.ts'
import { signPayout } from '#solana/payout-transaction.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SendingEnvironment } from './sending-environment.ts'
import { finalized, memoInstruction, openTestWallet } from './test-wallet.ts'

type Environment = Pick<SendingEnvironment, 'wallet' | 'rpc' | 'localnet'>

type Payer = Pick<SendingEnvironment, 'rpc' | 'localnet'> & {
  wallet: Pick<SendingWallet, 'signer' | 'mint' | 'sourceTokenAccount'>
}

/**
 * Pays from the sending wallet past the journal, as another tool does or a run whose records were lost.
 * Returns the signature.
 */
export async function payFromWallet(
  { wallet, rpc, localnet }: Payer,
  memo: string,
  payments: readonly { to: Address; baseUnits: bigint }[],
): Promise<string> {
  const { blockhash, lastValidBlockHeight } = await rpc.latestBlockhash()
  const transfers = await Promise.all(
    payments.map(async ({ to, baseUnits }) => ({
      wallet: to,
      tokenAccount: await associatedTokenAccount(wallet.mint, to),
      need: 'missing' as const,
      baseUnits: assertBaseUnits(baseUnits),
    })),
  )
  const { signature, wireBytes } = await signPayout({
    format: 'v0',
    sender: wallet.signer,
    mint: wallet.mint,
    sourceTokenAccount: wallet.sourceTokenAccount,
    transfers,
    memo,
    blockhash,
    lastValidBlockHeight,
    computeUnitLimit: 200_000,
    microLamportsPerComputeUnit: 1n,
  })
  const node = createSolanaRpc(localnet.url)
  await node.sendTransaction(getBase64Decoder().decode(wireBytes) as never, { encoding: 'base64' }).send()
  return finalized(localnet.url, signature)
}

/**
 * Sends a stranger's own payment to `to` with a memo like one of ours, and one base unit to our account.
 * Returns the signature.
 */
export async function forgePayment(
  { wallet, localnet }: Environment,
  memo: string,
  to: Address = freshSolanaAddress(),
): Promise<string> {
  const { mint, signer: authority, sourceTokenAccount } = wallet
  const stranger = await openTestWallet(localnet)
  const token = { mint: mint.address, tokenProgram: mint.tokenProgram }
  const program = { programAddress: mint.tokenProgram }
  const accountOf = async (payer: KeyPairSigner, owner: Address) => {
    const ata = await associatedTokenAccount(mint, owner)
    return { ata, create: getCreateAssociatedTokenIdempotentInstruction({ payer, ata, owner, ...token }) }
  }
  const own = await accountOf(authority, stranger.signer.address)
  const mintTo = { mint: mint.address, token: own.ata, mintAuthority: authority }
  const given = await sendInstructions(localnet.url, authority, [
    own.create,
    getMintToCheckedInstruction({ ...mintTo, amount: 1000n, decimals: mint.decimals }, program),
  ])
  await finalized(localnet.url, given)
  const { ata, create } = await accountOf(stranger.signer, to)
  const pay = (destination: Address, amount: bigint) =>
    getTransferCheckedInstruction(
      {
        source: own.ata,
        mint: mint.address,
        destination,
        authority: stranger.signer,
        amount,
        decimals: mint.decimals,
      },
      program,
    )
  const signature = await sendInstructions(localnet.url, stranger.signer, [
    memoInstruction(memo),
    create,
    pay(ata, 77n),
    pay(sourceTokenAccount, 1n),
  ])
  return finalized(localnet.url, signature)
}
