import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP line to a local port that can swallow what is sent, both ways, without breaking. */
export async function startLine(to: number) {
  const open = new Set<Socket>()
  let isFrozen = false
  const server: Server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => isFrozen || into.write(bytes))
      from.on('error', () => {}).on('close', () => into.destroy())
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port could be had')
  return {
    port: address.port,
    freeze() {
      isFrozen = true
    },
    /** What was swallowed stays so: the connections of before are dead for good. */
    thaw() {
      for (const socket of open) socket.pause()
      isFrozen = false
      open.clear()
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
