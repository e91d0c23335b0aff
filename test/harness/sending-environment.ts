import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { DEFAULT_PRIORITY_FEE_CAP, formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import type { Run } from '#domain/run.ts'
import { prepareEnvironment } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { LeaseKeeper } from '#payout/lease-keeper.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import type { SendingWallet } from '#payout/paying-account.ts'
import type { PayoutParts } from '#payout/payout-loop.ts'
import { newAttemptId } from '#payout/send/memo.ts'
import { SignedPayments } from '#payout/send/signed-payments.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { readMint } from '#solana/mint.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { openStore, type Store } from '#store/store.ts'
import { balanceReader } from './chain-state.ts'
import { readyToSign } from './claim-fixture.ts'
import { ALL_QUEUED, type Plain, sampleClaim, sampleRun } from './sample-rows.ts'

const COIN_DECIMALS = 18
const LAMPORTS = 100_000_000_000n

/** A localnet, a store, and a funded wallet with a mint: everything that the payout engine needs. */
export interface SendingEnvironment {
  localnet: Localnet
  rpc: SolanaRpc
  store: Store
  /** The file behind the store. */
  storePath: string
  wallet: SendingWallet
  /** Makes the parts of a run, as one process has them; a node may answer differently to some calls. */
  parts(options?: PartsOptions): Promise<PayoutParts>
  /** Adds queued claims to fresh wallets, and returns them. */
  addClaims(count: number, change?: (index: number) => Partial<Plain<NewClaim>>): Promise<NewClaim[]>
  /** Writes a run over the queued claims to the store, without starting it. */
  createRun(batchSize?: number): Promise<Run>
  /** Reads the base units in a wallet's token account on the chain. */
  balanceOf(wallet: string): Promise<bigint>
  close(): Promise<void>
}

interface PartsOptions {
  /** Identifies the process as the owner of leases. */
  owner?: string
  /** Calls that the node answers differently. */
  node?: Partial<SolanaRpc>
  /** In place of the environment's own node. */
  nodes?: [SolanaRpc, ...SolanaRpc[]]
  second?: SolanaRpc | null
  /** In micro-lamports for a compute unit. */
  priorityFeeCap?: number
}

/** Every payment in the records is allowed: signatures are tested elsewhere. */
const PAY_WHAT_IS_RECORDED: PayoutParts['authorization'] = { check: async () => new Map() }

interface EnvironmentOptions {
  tokenProgram?: Address
  freezable?: boolean
  /** False where the cluster takes v0 transactions alone. */
  v1Transactions?: boolean
}

export async function prepareSendingEnvironment({
  v1Transactions = true,
  ...mintOptions
}: EnvironmentOptions = {}): Promise<SendingEnvironment> {
  const localnet = await startLocalnet({ slotMs: 20, finalizedAfterSlots: 6, v1Transactions })
  const environment = await prepareEnvironment(localnet, { lamports: LAMPORTS, ...mintOptions })
  const { rpcUrl, genesisHash, wallet: signer, walletTokenAccount: sourceTokenAccount } = environment
  const storePath = join(environment.folder, 'ferry.sqlite')
  const store = await openStore(storePath)
  const rpc = connectRpc(rpcUrl)
  const mint = await readMint(rpc, environment.mint)
  const account = {
    signer,
    mint,
    sourceOwner: signer.address,
    sourceTokenAccount,
    genesisHash,
    newAttemptId,
    priorityFeeCap: DEFAULT_PRIORITY_FEE_CAP,
  }
  const wallet = openWallet(account, [rpc], null)

  return {
    localnet,
    rpc,
    store,
    storePath,
    wallet,

    async parts({ owner = 'test', node = {}, nodes, second = null, ...fees } = {}) {
      const opened = openWallet({ ...account, ...fees }, nodes ?? [{ ...rpc, ...node }], second)
      const clock = systemClock
      return {
        store,
        wallet: opened,
        clock,
        leases: new LeaseKeeper(store.leases, clock, owner),
        authorization: PAY_WHAT_IS_RECORDED,
        clearance: new SigningClearance({
          store,
          wallet: opened,
          clock,
          barrier: PAST_BARRIER,
          onRefused: () => {},
          preflight: (node) => readyToSign(node, opened),
        }),
        signed: new SignedPayments(),
        pollMs: 20,
      }
    },

    async addClaims(count, change = () => ({})) {
      const claims = Array.from({ length: count }, (_, index) => {
        const wei = (BigInt(index + 1) * 10n ** 15n) as Wei
        return sampleClaim({
          solAddress: freshSolanaAddress(),
          amountWei: wei,
          amountUA: formatDecimalUnits(wei, COIN_DECIMALS),
          ...change(index),
        })
      })
      await store.claims.insertMany(claims)
      return claims
    },

    async createRun(batchSize = 50) {
      const run = await store.runs.create(
        sampleRun({
          walletAddress: signer.address,
          mintAddress: wallet.mint.address,
          mintDecimals: wallet.mint.decimals,
          tokenProgram: wallet.mint.tokenProgram,
          genesisHash: wallet.genesisHash,
          batchSize,
          delayMs: 50,
        }),
        ALL_QUEUED,
      )
      if (!run) throw new Error('A run is under way')
      return run
    },

    balanceOf: balanceReader(rpc, mint),

    async close() {
      await store.close()
      await environment.close()
    },
  }
}

function openWallet(
  account: Omit<SendingWallet, 'reader'>,
  senders: readonly [SolanaRpc, ...SolanaRpc[]],
  second: SolanaRpc | null,
): SendingWallet {
  const { genesisHash } = account
  const reader = new FailoverRpc({ senders, second, genesisHash, clock: systemClock })
  return { ...account, reader }
}

/** The restart barrier of a process before which nothing was signed. The wait for earlier transactions is tested by itself. */
export const PAST_BARRIER = {
  isPast: true,
  isRenewed: false,
  left: async () => null,
  newestSlot: 0,
  renew: () => {},
}
