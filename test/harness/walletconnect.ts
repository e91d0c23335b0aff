import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { SignClient } from '@walletconnect/sign-client'
import type { Hex } from 'viem'
import type { Holder } from './holders.ts'

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

interface Call {
  id: number | string
  method: string
  params: Record<string, unknown>
}

interface Posted {
  message: string
  publishedAt: number
  by: WebSocketPeer
}

/** A relay of the tests' own, as WalletConnect's clients speak to one (`irn_…`). It keeps messages for those who subscribe later. */
export interface Relay {
  url: string
  /** The methods that were called, in order. */
  readonly methods: string[]
  /** The ids of the projects that clients named. */
  readonly projects: Set<string | null>
  close(): Promise<void>
}

export async function startRelay(): Promise<Relay> {
  const subscribers = new Map<string, Map<WebSocketPeer, string>>()
  const posted = new Map<string, Posted[]>()
  const methods: string[] = []
  const projects = new Set<string | null>()
  let counter = 0

  function deliver(
    peer: WebSocketPeer,
    subscription: string,
    topic: string,
    { message, publishedAt }: Posted,
  ) {
    counter += 1
    const params = { id: subscription, data: { topic, message, publishedAt, tag: 0 } }
    peer.send(
      JSON.stringify({ jsonrpc: '2.0', id: Date.now() * 1000 + counter, method: 'irn_subscription', params }),
    )
  }

  function subscribe(peer: WebSocketPeer, topic: string): string {
    counter += 1
    const subscription = `subscription-${counter}`
    const ofTopic = subscribers.get(topic) ?? new Map()
    subscribers.set(topic, ofTopic.set(peer, subscription))
    for (const each of posted.get(topic) ?? []) {
      if (each.by !== peer) setImmediate(() => deliver(peer, subscription, topic, each))
    }
    return subscription
  }

  function publish(peer: WebSocketPeer, topic: string, message: string): void {
    const each: Posted = { message, publishedAt: Date.now(), by: peer }
    posted.set(topic, [...(posted.get(topic) ?? []), each])
    for (const [to, subscription] of subscribers.get(topic) ?? []) {
      if (to !== peer) deliver(to, subscription, topic, each)
    }
  }

  function answer(peer: WebSocketPeer, { method, params }: Call): unknown {
    const text = (name: string) => String(params[name])
    const topics = (params.topics ?? []) as string[]
    switch (method) {
      case 'irn_subscribe':
        return subscribe(peer, text('topic'))
      case 'irn_batchSubscribe':
        return topics.map((topic) => subscribe(peer, topic))
      case 'irn_unsubscribe':
        subscribers.get(text('topic'))?.delete(peer)
        return true
      case 'irn_publish':
        publish(peer, text('topic'), text('message'))
        return true
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false }
      case 'wc_proposeSession':
        subscribe(peer, text('pairingTopic'))
        publish(peer, text('pairingTopic'), text('sessionProposal'))
        return true
      case 'wc_approveSession':
        subscribe(peer, text('sessionTopic'))
        publish(peer, text('pairingTopic'), text('sessionProposalResponse'))
        publish(peer, text('sessionTopic'), text('sessionSettlementRequest'))
        return true
      default:
        throw new Error(`The relay does not know ${method}`)
    }
  }

  const server = await startWebSocketServer({
    onMessage(peer, text) {
      const call = JSON.parse(text) as Partial<Call>
      // Acknowledgements of what was delivered have no method.
      if (call.id === undefined || call.method === undefined) return
      methods.push(call.method)
      projects.add(new URL(peer.request.url ?? '', 'ws://relay').searchParams.get('projectId'))
      const result = answer(peer, { id: call.id, method: call.method, params: call.params ?? {} })
      peer.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }))
    },
    onClose(peer) {
      for (const ofTopic of subscribers.values()) ofTopic.delete(peer)
    },
  })
  return { url: server.url, methods, projects, close: server.close }
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10

/** One connection of a WebSocket server (RFC 6455), text alone. */
interface WebSocketPeer {
  /** The request that opened it. */
  request: IncomingMessage
  send(text: string): void
  close(): void
}

interface WebSocketServer {
  url: string
  close(): Promise<void>
}

interface Handlers {
  onMessage(peer: WebSocketPeer, text: string): void
  onClose(peer: WebSocketPeer): void
}

/** Starts a server on a free port of this machine. Messages come in one frame each: clients of the tests send no others. */
async function startWebSocketServer({ onMessage, onClose }: Handlers): Promise<WebSocketServer> {
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => response.writeHead(426).end())

  server.on('upgrade', (request, socket: Socket) => {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`)
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
    socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept.digest('base64')}`].join('\r\n')}\r\n\r\n`)
    sockets.add(socket)
    const peer: WebSocketPeer = {
      request,
      send: (text) => socket.write(frame(TEXT, Buffer.from(text))),
      close: () => socket.end(frame(CLOSE, Buffer.alloc(0))),
    }
    let received = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      for (let next = readFrame(received); next !== null; next = readFrame(received)) {
        received = received.subarray(next.length)
        if (next.opcode === TEXT) onMessage(peer, next.payload.toString('utf8'))
        if (next.opcode === PING) socket.write(frame(PONG, next.payload))
        if (next.opcode === CLOSE) socket.end(frame(CLOSE, Buffer.alloc(0)))
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      onClose(peer)
    })
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = 0x80 | opcode
  if (length < 126) head[1] = length
  else if (length < 65_536) {
    head[1] = 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, payload])
}

/** Reads the first frame of a client, which is masked; null until all of it is there. `length` is that of the frame. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | null {
  if (bytes.length < 2) return null
  const short = bytes.readUInt8(1) & 0x7f
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
  const start = 2 + lengthBytes + 4
  if (bytes.length < start) return null
  const size =
    lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (bytes.length < start + size) return null
  const mask = bytes.subarray(start - 4, start)
  const payload = Buffer.from(
    bytes.subarray(start, start + size).map((byte, at) => byte ^ (mask[at % 4] ?? 0)),
  )
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, length: start + size }
}
