import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10

/** One connection of a WebSocket server (RFC 6455), text alone. */
export interface WebSocketPeer {
  /** The request that opened it. */
  request: IncomingMessage
  send(text: string): void
  close(): void
}

export interface WebSocketServer {
  url: string
  close(): Promise<void>
}

interface Handlers {
  onMessage(peer: WebSocketPeer, text: string): void
  onClose(peer: WebSocketPeer): void
}

/** Starts a server on a free port of this machine. Messages come in one frame each: clients of the tests send no others. */
export async function startWebSocketServer({ onMessage, onClose }: Handlers): Promise<WebSocketServer> {
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
