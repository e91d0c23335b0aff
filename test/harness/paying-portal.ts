import type { Address, KeyPairSigner } from '@solana/kit'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { fundWallet } from '#lab/localnet/fund-wallet.ts'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { tokenBalance } from '#solana/token-balance.ts'
import { callEndpoint } from './call-endpoint.ts'
import { startPortal, type TestPortal } from './start-portal.ts'

/** A portal, a localnet of quick blocks, and a funded wallet with 1,000,000 tokens of nine decimals. */
export interface PayingPortal {
  ferry: TestPortal
  localnet: Localnet
  rpc: SolanaRpc
  mint: Address
  wallet: KeyPairSigner
  /** Where the wallet keeps its tokens. */
  walletTokenAccount: Address
  /** As an operator pastes it. */
  walletKeyJson: string
  /** Calls the API as a signed-in administrator. */
  call(endpoint: Route, input?: AnyInput): Promise<LightMyRequestResponse>
  /** Uploads a form with one file. */
  upload(endpoint: Route, file: { name: string; content: Uint8Array }): Promise<LightMyRequestResponse>
  /** Sets the wallet for one of the two senders. */
  configure(kind: 'bulk' | 'standalone', change?: object): Promise<void>
  /** Base units that the chain shows in a wallet's token account. */
  balanceOf(wallet: string): Promise<bigint>
  close(): Promise<void>
}

const MINT_DECIMALS = 9

export interface PayingPortalOptions {
  freezable?: boolean
  /** Six unless given: far more leave every transaction unfinalized. */
  finalizedAfterSlots?: number
  /** 20 unless given; on a public cluster 400. */
  slotMs?: number
}

export async function startPayingPortal({
  finalizedAfterSlots = 6,
  slotMs = 20,
  ...mintOptions
}: PayingPortalOptions = {}): Promise<PayingPortal> {
  const localnet = await startLocalnet({ slotMs, finalizedAfterSlots })
  const ferry = await startPortal()
  const headers = await ferry.adminHeaders()
  const rpcUrl = localnet.url
  const { signer: wallet, keyJson } = await makeSolanaKey()
  await fundWallet({ rpcUrl, to: wallet.address, amountLamports: 50_000_000_000n })
  const { mint, tokenAccount } = await createDemoMint({
    rpcUrl,
    payer: wallet,
    decimals: MINT_DECIMALS,
    supplyBaseUnits: 10n ** 15n,
    to: wallet.address,
    ...mintOptions,
  })
  const rpc = connectRpc(rpcUrl)
  const mintOnChain = await readMint(rpc, mint)

  const call: PayingPortal['call'] = (endpoint, input) =>
    callEndpoint(ferry.server, endpoint, input, { headers })

  return {
    ferry,
    localnet,
    rpc,
    mint,
    wallet,
    walletTokenAccount: tokenAccount,
    walletKeyJson: keyJson,
    call,

    upload: (endpoint, { name, content }) =>
      call(endpoint, { file: new File([new Uint8Array(content)], name) }),

    async configure(kind, change = {}) {
      const { config } = kind === 'bulk' ? endpoints.bulkSender : endpoints.standaloneSender
      const body = {
        rpcUrl,
        privateKey: keyJson,
        tokenMintAddress: mint,
        batchSize: 50,
        delayBetweenBatches: 1000,
        testKey: true,
        ...change,
      }
      const response = await call(config, { body })
      expect(response.statusCode, response.body).toBe(200)
    },

    async balanceOf(owner) {
      const [account] = await rpc.accounts([await associatedTokenAccount(mintOnChain, owner as Address)])
      return tokenBalance(account ?? null)
    },

    async close() {
      await ferry.close()
      await localnet.close()
    },
  }
}
