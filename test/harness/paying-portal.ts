import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { SenderKind } from '#domain/sender.ts'
import {
  type Environment,
  type FundedWalletOptions,
  prepareEnvironment,
} from '#lab/environment/environment.ts'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { readMint } from '#solana/mint.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { balanceReader } from './balance-reader.ts'
import { callEndpoint } from './call-endpoint.ts'
import { startPortal, type TestPortal } from './start-portal.ts'

/** A portal, a localnet of quick blocks, and a funded wallet with 1,000,000 tokens of nine decimals. */
export interface PayingPortal extends Environment {
  ferry: TestPortal
  localnet: Localnet
  rpc: SolanaRpc
  /** Calls the API as a signed-in administrator. */
  call(endpoint: Route, input?: AnyInput): Promise<LightMyRequestResponse>
  /** Uploads a form with one file. */
  upload(endpoint: Route, file: { name: string; content: Uint8Array }): Promise<LightMyRequestResponse>
  /** Sets the wallet for one of the two senders, and returns the answer. */
  requestConfig(kind: SenderKind, change?: object): Promise<{ status: number; [name: string]: unknown }>
  /** Sets it as a test key; fails unless it succeeds. */
  configure(kind: SenderKind, change?: object): Promise<void>
  /** Reads the base units in a wallet's token account on the chain. */
  balanceOf(wallet: string): Promise<bigint>
}

export interface PayingPortalOptions extends Pick<FundedWalletOptions, 'freezable'> {
  /** Six unless given: far more leave every transaction unfinalized. */
  finalizedAfterSlots?: number
  /** 20 unless given; on a public cluster 400. */
  slotMs?: number
  /** Further variables of the portal, for a mint. */
  environment?: Record<string, string> | ((mint: string) => Record<string, string>)
  /** The content of PORTAL_CONFIG. */
  settings?: Record<string, unknown>
}

export async function startPayingPortal({
  finalizedAfterSlots = 6,
  slotMs = 20,
  environment: variables = {},
  settings,
  ...mintOptions
}: PayingPortalOptions = {}): Promise<PayingPortal> {
  const localnet = await startLocalnet({ slotMs, finalizedAfterSlots })
  const environment = await prepareEnvironment(localnet, mintOptions)
  const ferry = await startPortal({
    environment: typeof variables === 'function' ? variables(environment.mint) : variables,
    ...(settings && { settings }),
  })
  const headers = await ferry.adminHeaders()
  const rpc = connectRpc(environment.rpcUrl)

  const call: PayingPortal['call'] = (endpoint, input) =>
    callEndpoint(ferry.server, endpoint, input, { headers })

  const requestConfig: PayingPortal['requestConfig'] = async (kind, change = {}) => {
    const { config } = kind === 'bulk' ? endpoints.bulkSender : endpoints.standaloneSender
    const response = await call(config, {
      body: {
        rpcUrl: environment.rpcUrl,
        privateKey: environment.walletKeyJson,
        tokenMintAddress: environment.mint,
        batchSize: 50,
        delayBetweenBatches: 1000,
        ...change,
      },
    })
    return { status: response.statusCode, ...response.json() }
  }

  return {
    ...environment,
    ferry,
    localnet,
    rpc,
    call,

    upload: (endpoint, { name, content }) =>
      call(endpoint, { file: new File([new Uint8Array(content)], name) }),

    requestConfig,

    async configure(kind, change = {}) {
      expect(await requestConfig(kind, { testKey: true, ...change })).toMatchObject({ status: 200 })
    },

    balanceOf: balanceReader(rpc, await readMint(rpc, environment.mint)),

    async close() {
      await ferry.close()
      await environment.close()
    },
  }
}
