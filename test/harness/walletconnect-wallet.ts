import { SignClient } from '@walletconnect/sign-client'
import type { Hex } from 'viem'
import type { Holder } from './holders.ts'
import type { Relay } from './walletconnect-relay.ts'

/** A wallet app behind a relay: WalletConnect's own client, with a key of the test. */
export interface RemoteWallet {
  /** Names under which pages asked to connect. */
  readonly pages: string[]
  /** Texts that it was asked to sign. */
  readonly texts: string[]
  /** Refuses the next proposal, or the next signature. */
  refuseNext(): void
  /** Scans a code. */
  pair(uri: string): Promise<void>
  /** Ends the sessions, as a person does in the app. */
  disconnect(): Promise<void>
  close(): Promise<void>
}

const REFUSED = { code: 5000, message: 'User rejected.' }

/** Makes a wallet that has approved these chains. */
export async function openRemoteWallet(
  relay: Relay,
  account: Holder['account'],
  chainIds: readonly number[],
): Promise<RemoteWallet> {
  const client = await SignClient.init({
    projectId: '0123456789abcdef0123456789abcdef',
    relayUrl: relay.url,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: account.address,
    storageOptions: { database: ':memory:' },
    metadata: {
      name: 'Remote Wallet',
      description: 'A wallet',
      url: 'https://wallet.example.org',
      icons: [],
    },
  })
  const pages: string[] = []
  const texts: string[] = []
  let isRefusing = false

  function takeRefusal(): boolean {
    const was = isRefusing
    isRefusing = false
    return was
  }

  client.on('session_proposal', async ({ id, params }) => {
    pages.push(params.proposer.metadata.name)
    if (takeRefusal()) return client.reject({ id, reason: REFUSED })
    const chains = chainIds.map((chainId) => `eip155:${chainId}`)
    const { methods = [], events = [] } = params.optionalNamespaces.eip155 ?? {}
    const accounts = chains.map((chain) => `${chain}:${account.address}`)
    const { acknowledged } = await client.approve({
      id,
      namespaces: { eip155: { chains, accounts, methods, events } },
    })
    await acknowledged()
  })

  client.on('session_request', async ({ id, topic, params }) => {
    const [raw] = params.request.params as [Hex]
    texts.push(Buffer.from(raw.slice(2), 'hex').toString('utf8'))
    const answer = takeRefusal()
      ? { error: REFUSED }
      : { result: await account.signMessage({ message: { raw } }) }
    await client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } })
  })

  return {
    pages,
    texts,
    refuseNext() {
      isRefusing = true
    },
    pair: (uri) => client.pair({ uri }).then(() => {}),
    async disconnect() {
      const reason = { code: 6000, message: 'User disconnected.' }
      await Promise.all(client.session.getAll().map(({ topic }) => client.disconnect({ topic, reason })))
    },
    async close() {
      await client.core.relayer.transportClose()
      client.core.heartbeat.stop()
    },
  }
}
