import { SignClient } from '@walletconnect/sign-client'
import { type Eip1193Provider, WalletError } from '#web/lib/wallet/eip1193.ts'
import { withinLimit } from './within-limit.ts'

export interface WalletConnectOptions {
  projectId: string
  relayUrl: string
  /** The chains that the portal supports. */
  chainIds: readonly number[]
  /** What the wallet calls this page. */
  name: string
}

export type WalletConnectClient = Pick<Eip1193Provider, 'request'>

interface Hooks {
  emit(event: string, value: unknown): void
  onSession(isThere: boolean): void
  /** Called with the link to show, and with null when it is of no use any more. */
  onUri(uri: string | null): void
  /** Called with true when a request is handed to the relay, and with false once that has acknowledged it. */
  onSending(isSending: boolean): void
}

const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]

/** How long a wallet may take to answer: the owners of a Safe may be many. */
const ANSWER_WITHIN_S = 3_600

const REJECTED = { code: 4001, message: 'The wallet rejected the request' }
const UNKNOWN_CHAIN = { code: 4902, message: 'The wallet has not approved this network' }
const NO_SESSION = { code: 4100, message: 'No wallet is connected' }

/** WalletConnect's codes of refusals by a person: 5000 and those beside it. */
const isRefusal = (code: unknown) => typeof code === 'number' && code >= 5000 && code < 5100

/** Opens the client, and resumes the session of an earlier visit. */
export async function openWalletConnect(
  { projectId, relayUrl, chainIds, name }: WalletConnectOptions,
  { emit, onSession, onUri, onSending }: Hooks,
): Promise<WalletConnectClient> {
  const client = await SignClient.init({
    projectId,
    relayUrl,
    // Nothing goes to anybody but the relay: no statistics, and no attestation by a third party's frame.
    telemetryEnabled: false,
    logger: 'silent',
    metadata: { name, description: name, url: location.origin, icons: [] },
  })
  client.core.verify.register = async () => ''
  client.core.verify.resolve = async () => ({ origin: '' })

  const now = Date.now() / 1000
  let session: Session | null = client.session.getAll().findLast(({ expiry }) => expiry > now) ?? null
  let chainId = session && chainOf(session)
  /** Counts the attempts to connect: what an abandoned one brings is not used. */
  let attempt = 0

  function chainOf(of: Session): number | null {
    const chains = chainsOf(of)
    return chains.find((each) => chainIds.includes(each)) ?? chains[0] ?? null
  }

  function use(next: Session | null): void {
    session = next
    chainId = next && (chainId !== null && chainsOf(next).includes(chainId) ? chainId : chainOf(next))
    onSession(next !== null)
    emit('accountsChanged', accounts())
    if (chainId !== null) emit('chainChanged', hexOf(chainId))
  }

  function accounts(): string[] {
    return session === null || chainId === null ? [] : accountsOn(session, chainId)
  }

  const end = ({ topic }: { topic: string }) => {
    if (topic === session?.topic) use(null)
  }
  client.on('session_delete', end)
  client.on('session_expire', end)
  client.on('session_update', ({ topic }) => {
    if (topic === session?.topic) use(client.session.get(topic))
  })
  client.on('session_event', ({ topic, params }) => {
    const { name: event, data } = params.event
    if (topic !== session?.topic || event !== 'chainChanged') return
    chainId = Number(data)
    emit('chainChanged', hexOf(chainId))
  })

  async function connect(): Promise<string[]> {
    if (session) return accounts()
    attempt += 1
    const mine = attempt
    const eip155 = {
      chains: chainIds.map((each) => `eip155:${each}`),
      methods: METHODS,
      events: ['accountsChanged', 'chainChanged'],
    }
    const pairing = client.connect({ optionalNamespaces: { eip155 } }).catch(() => {
      throw new WalletError('relay_silent')
    })
    const { uri, approval } = await withinLimit(pairing)
    if (mine === attempt) onUri(uri ?? null)
    try {
      const approved = await approval()
      if (mine === attempt) use(approved)
      else await disconnect(approved)
      return accounts()
    } catch (error) {
      throw asWalletError(error)
    } finally {
      if (mine === attempt) onUri(null)
    }
  }

  async function disconnect({ topic }: Session): Promise<void> {
    await client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }).catch(() => {})
  }

  async function switchChain(params: readonly unknown[] | undefined): Promise<null> {
    const [asked] = (params ?? []) as [{ chainId?: string }?]
    const wanted = Number(asked?.chainId)
    if (!session || !chainsOf(session).includes(wanted)) throw UNKNOWN_CHAIN
    chainId = wanted
    emit('chainChanged', hexOf(wanted))
    emit('accountsChanged', accounts())
    return null
  }

  async function forward(method: string, params: readonly unknown[] | undefined): Promise<unknown> {
    if (!session || chainId === null) throw NO_SESSION
    const { topic } = session
    const { promise: sent, resolve: noteSent } = Promise.withResolvers<unknown>()
    client.events.once('session_request_sent', noteSent)
    onSending(true)
    try {
      const answer = client.request({
        topic,
        chainId: `eip155:${chainId}`,
        request: { method, params: [...(params ?? [])] },
        expiry: ANSWER_WITHIN_S,
      })
      answer.catch(() => {})
      // Until the relay has it, the wallet is asked for nothing.
      await withinLimit(Promise.race([sent, answer]))
      onSending(false)
      return await answer
    } catch (error) {
      throw asWalletError(error)
    } finally {
      client.events.removeListener('session_request_sent', noteSent)
      onSending(false)
    }
  }

  return {
    async request({ method, params }) {
      switch (method) {
        case 'eth_accounts':
          return accounts()
        case 'eth_chainId':
          if (chainId === null) throw NO_SESSION
          return hexOf(chainId)
        case 'eth_requestAccounts':
          return connect()
        case 'wallet_requestPermissions': {
          const before = session
          if (before === null) return []
          use(null)
          await disconnect(before)
          return []
        }
        case 'wallet_switchEthereumChain':
          return switchChain(params)
        default:
          return forward(method, params)
      }
    },
  }
}

function asWalletError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return isRefusal(code) ? REJECTED : error
}

function hexOf(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

/** A session with a wallet, as far as the page reads it. */
export interface Session {
  topic: string
  /** Epoch seconds. */
  expiry: number
  /** Accounts after CAIP-10: `eip155:56:0x…`. */
  namespaces: Record<string, { accounts: string[] }>
}

function partsOf({ namespaces }: Session): { chainId: number; address: string }[] {
  return (namespaces.eip155?.accounts ?? []).flatMap((account) => {
    const [, chain, address] = account.split(':')
    return chain && address ? [{ chainId: Number(chain), address }] : []
  })
}

/** Lists the chains that the wallet has approved, in its order. */
function chainsOf(session: Session): number[] {
  return [...new Set(partsOf(session).map(({ chainId }) => chainId))]
}

/** Lists the wallet's accounts on a chain, verbatim. */
function accountsOn(session: Session, chainId: number): string[] {
  return partsOf(session)
    .filter((account) => account.chainId === chainId)
    .map(({ address }) => address)
}
