import type { Address } from '@solana/kit'
import type { SeededRandom } from '#lab/random/seeded-random.ts'
import type { Fixtures, TokenHolder } from './fixtures.ts'
import type { ModelChain } from './model-chain.ts'
import { type ModelTransaction, type ModelTransfer, madeUpTransaction } from './model-transaction.ts'

/** Transactions in a wallet's history that are no payments of Ferry's. */
export interface ForeignTransactions {
  /** A stranger sends tokens to the source account. */
  deposit(): ModelTransaction
  /** The operator, or the treasury, sends tokens elsewhere, with the owner's key and another program. */
  operatorTransfer(): ModelTransaction
  /** The operator withdraws an amount from the source account; a stranger pays it back. */
  takeOut(amount: bigint): ModelTransaction
  putBack(amount: bigint): ModelTransaction
  /** A stranger sends dust to the source account, and to a recipient at times, under one of Ferry's memos. */
  forgedMemo(): ModelTransaction
  /** A stranger names the source account and moves nothing. */
  spam(): ModelTransaction
  /** The mint's authority freezes a recipient's account. */
  freeze(holder: TokenHolder): ModelTransaction
}

export function foreignTransactions(
  chain: ModelChain,
  fixtures: Fixtures,
  random: SeededRandom,
): ForeignTransactions {
  const { mint, sourceOwner, sourceTokenAccount, stranger, recipients } = fixtures

  const transaction = (signer: Address, transfers: ModelTransfer[], memo = '') =>
    madeUpTransaction({
      signature: chain.newSignature(),
      blockhash: chain.blockhashOf(chain.tip),
      signers: [signer],
      accounts: transfers.flatMap(({ source, tokenAccount }) => [source, tokenAccount]),
      memo,
      transfers,
    })
  const transfer = (source: Address, tokenAccount: Address, amount: bigint): ModelTransfer => ({
    source,
    tokenAccount,
    authority: source === sourceTokenAccount ? sourceOwner : stranger.wallet,
    amount,
    decimals: mint.decimals,
    instruction: 0,
  })
  /** Draws an amount, now and then exactly one that a claim is owed. */
  const amount = () => BigInt(random.between(1, 12)) * (random.chance(0.5) ? 1_000_000n : 777n)

  /** Draws a new memo, or one that is on the chain already. */
  function ferryMemo(): string {
    const shown = [...chain.landed.values(), ...chain.abandoned.values()]
      .map(({ transaction: { memo } }) => memo)
      .filter((memo) => memo !== '')
    return shown.length === 0 || random.chance(0.3) ? `ferry:${chain.newSignature()}` : random.pick(shown)
  }

  return {
    deposit: () =>
      transaction(stranger.wallet, [transfer(stranger.tokenAccount, sourceTokenAccount, amount())]),
    operatorTransfer: () =>
      transaction(sourceOwner, [transfer(sourceTokenAccount, stranger.tokenAccount, amount())]),
    takeOut: (all) => transaction(sourceOwner, [transfer(sourceTokenAccount, stranger.tokenAccount, all)]),
    putBack: (all) =>
      transaction(stranger.wallet, [transfer(stranger.tokenAccount, sourceTokenAccount, all)]),
    forgedMemo() {
      const dust = [sourceTokenAccount, random.pick(recipients).tokenAccount]
      const targets = random.chance(0.5) ? dust : dust.slice(0, 1)
      const transfers = targets.map((target) => transfer(stranger.tokenAccount, target, 1n))
      return transaction(stranger.wallet, transfers, ferryMemo())
    },
    spam: () => ({
      ...transaction(stranger.wallet, [], random.chance(0.5) ? 'win a prize' : ''),
      accounts: [stranger.wallet, sourceTokenAccount],
    }),
    freeze: ({ wallet, tokenAccount }) =>
      madeUpTransaction({
        signature: chain.newSignature(),
        blockhash: chain.blockhashOf(chain.tip),
        signers: [mint.address],
        accounts: [tokenAccount],
        creates: [{ tokenAccount, owner: wallet }],
        freezes: [tokenAccount],
      }),
  }
}
