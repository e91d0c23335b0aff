import type { Clock } from '#payout/clock.ts'
import type { SendingWallet } from '#payout/paying-account.ts'
import { isSignedAfter } from '#payout/settle/attempt-machine.ts'
import { explainFailure } from '#payout/settle/explain-chain-error.ts'
import { factsOf } from '#payout/settle/gather-evidence.ts'
import { BASE_FEE_LAMPORTS } from '#solana/fees.ts'
import {
  composeUnsignedMarker,
  type MarkerTransaction,
  signMarkerTransaction,
} from '#solana/marker-transaction.ts'
import type { LatestBlockhash } from '#solana/solana-rpc.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import type { Store } from '#store/store.ts'
import { memoOf } from './memo.ts'
import { newAttempt, type SignedAttempt } from './sign-batch.ts'

interface MarkerParts {
  store: Pick<Store, 'journal'>
  wallet: SendingWallet
  clock: Pick<Clock, 'now'>
}

interface MarkerTerms {
  runId: number
  fence: number
  /** Returns a blockhash to sign by. */
  latestBlockhash(): Promise<LatestBlockhash>
}

/** The message while a run waits for the fee of a marker. */
export const WAITING_FOR_SOL =
  'Waiting for SOL: a transaction expired, and only a newer one can prove that it paid nobody. The sending wallet does not hold enough SOL for the fee of a newer one: send some to it.'

/** The reason for which attempts go on hold when a run ends meanwhile. */
export const NO_SOL_FOR_PROOF =
  'only a newer transaction of the sending wallet can prove that it did not land, and the wallet does not hold enough SOL for its fee'

/** The marker that is due, signed; `unaffordable` where the wallet holds too little SOL for its fee. */
type NextMarker = SignedAttempt | 'unaffordable'

/**
 * Signs a marker where proofs of expiry lack only a newer transaction: it moves nothing, but appears in the source account's
 * history. An answer that shows it is known to reach at least that far: without a later payment, this is what proves that
 * an expired one is not merely not indexed yet. Returns null where none is due. Throws RpcUnavailableError.
 */
export async function nextMarker(
  { store, wallet, clock }: MarkerParts,
  awaiting: readonly JournaledAttempt[],
  { latestBlockhash, ...terms }: MarkerTerms,
): Promise<NextMarker | null> {
  if (awaiting.length === 0) return null
  const isAfterAll = (lastValidBlockHeight: number) =>
    awaiting.every((attempt) => isSignedAfter(lastValidBlockHeight, factsOf(attempt)))
  const unresolved = await store.journal.unresolved(wallet.genesisHash)
  const isUnderWay = unresolved.some(
    (own) =>
      own.state !== 'hold' &&
      own.sourceTokenAccount === wallet.sourceTokenAccount &&
      isAfterAll(own.lastValidBlockHeight),
  )
  if (isUnderWay) return null
  const blockhash = await latestBlockhash()
  if (!isAfterAll(blockhash.lastValidBlockHeight)) return null
  const id = wallet.newAttemptId()
  const marker = {
    sender: wallet.signer,
    sourceTokenAccount: wallet.sourceTokenAccount,
    memo: memoOf(id),
    blockhash: blockhash.blockhash,
    lastValidBlockHeight: blockhash.lastValidBlockHeight,
  }
  if (!(await isAffordable(wallet, marker))) return 'unaffordable'
  const signed = await signMarkerTransaction(marker)
  const costs = { baseUnits: 0n, feeLamports: BASE_FEE_LAMPORTS, rentLamports: 0n }
  const signing = { ...terms, blockhash, nowMs: clock.now() }
  return {
    transfers: [],
    creates: [],
    attempt: newAttempt(wallet, signing, { id, kind: 'marker', ...signed, ...costs }),
  }
}

/** Tells whether the wallet can pay for a marker. One that fails for another reason lands all the same, and shows as much. */
async function isAffordable({ reader }: SendingWallet, marker: MarkerTransaction): Promise<boolean> {
  const unsigned = composeUnsignedMarker(marker)
  const { error, logs } = await reader.read(
    (node) => node.simulate(unsigned),
    (simulation) => simulation.error !== null,
  )
  return error === null || explainFailure(error, unsigned.wireBytes, logs).lack !== 'sol'
}
