import { createSolanaRpc, getBase64Decoder } from '@solana/kit'
import { afterEach, expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import { systemClock } from '#payout/clock.ts'
import { reconcile } from '#payout/reconcile.ts'
import { runPayout } from '#payout/run-payout.ts'
import { freshSolanaAddress } from '#rehearsal/fresh-solana-address.ts'
import { signPayout } from '#solana/payout-transaction.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { prepareSendingGround, type SendingGround } from '../harness/sending-ground.ts'

let ground: SendingGround
afterEach(() => ground.close())

async function payTwelve(): Promise<void> {
  ground = await prepareSendingGround()
  const { store, wallet } = ground
  await ground.addClaims(12)
  const parts = { store, wallet, secondNode: null, clock: systemClock, holder: 'test', pollMs: 20 }
  await runPayout(await ground.createRun(), parts, new AbortController().signal)
}

const reconciled = () =>
  reconcile(ground.store, ground.cluster, {
    genesis_hash: ground.wallet.genesisHash,
    mint_address: ground.wallet.mint.address,
    wallet_address: ground.wallet.signer.address,
    token_program: ground.wallet.mint.tokenProgram,
  })

/** As a person does with the same wallet and another tool. */
async function payByHand(memo: string, recipient = freshSolanaAddress()): Promise<string> {
  const { wallet, cluster } = ground
  const { blockhash, lastValidBlockHeight } = await cluster.latestBlockhash()
  const tokenAccount = await associatedTokenAccount(wallet.mint, recipient)
  const { signature, wireBytes } = await signPayout({
    format: wallet.format,
    sender: wallet.signer,
    mint: wallet.mint,
    sourceTokenAccount: wallet.sourceTokenAccount,
    transfers: [{ wallet: recipient, tokenAccount, need: 'missing', baseUnits: assertBaseUnits(77n) }],
    memo,
    blockhash,
    lastValidBlockHeight,
    computeUnitLimit: 60_000,
    microLamportsPerComputeUnit: 1n,
  })
  const rpc = createSolanaRpc(ground.localnet.url)
  await rpc.sendTransaction(getBase64Decoder().decode(wireBytes) as never, { encoding: 'base64' }).send()
  await expect
    .poll(() => cluster.transaction(signature, wallet.mint.address), { timeout: 5_000 })
    .not.toBeNull()
  return signature
}

test('after a payout, the chain alone tells the same as the books', async () => {
  await payTwelve()
  const found = await reconciled()
  expect(found).toMatchObject({ transactions: 2, chainPayments: 12, bookedPayments: 12, differences: [] })
  expect(found.chainBaseUnits).toBe(found.bookedBaseUnits)
  expect(found.chainBaseUnits).toBeGreaterThan(0n)
})

test('what left the wallet by other ways is found: to strangers, and to claimants again', async () => {
  await payTwelve()
  const [claim] = await ground.store.claims.list({ limit: 1 })
  const foreign = await payByHand('by hand')
  const duplicate = await payByHand('ferry:an-attempt-that-is-nowhere', claim?.sol_address as never)
  const { differences } = await reconciled()
  expect(differences).toHaveLength(2)
  expect(differences).toContainEqual(
    expect.objectContaining({ kind: 'foreign', signature: foreign, chainBaseUnits: 77n }),
  )
  expect(differences).toContainEqual(expect.objectContaining({ kind: 'duplicate', signature: duplicate }))
})
