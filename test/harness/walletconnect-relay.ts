import { startWebSocketServer, type WebSocketPeer } from './websocket-server.ts'

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
