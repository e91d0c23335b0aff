import { join } from 'node:path'
import { type RehearsalServer, startServer } from './rehearsal-environment.ts'

export interface FleetOptions {
  /** Each server has a folder of its own in it. */
  folder: string
  allocationsFile: string
  adminPassword: string
  /** The variables of a server. */
  env(number: number): Record<string, string>
  /** Hears each line of a server's log. */
  onLine?(number: number, line: string): void
}

/** The servers of one portal, each with a folder and a port of its own. */
export class Fleet implements AsyncDisposable {
  readonly servers: RehearsalServer[] = []
  readonly #options: FleetOptions

  constructor(options: FleetOptions) {
    this.#options = options
  }

  get origins(): string[] {
    return this.servers.map(({ url }) => url)
  }

  server(number: number): RehearsalServer {
    const server = this.servers[number]
    if (!server) throw new RangeError('There is no such server')
    return server
  }

  /** Starts a server; one that was there before on the same port. */
  async start(number: number): Promise<RehearsalServer> {
    const { folder, env, onLine = () => {}, ...settings } = this.#options
    const before = this.servers[number]
    const server = await startServer(
      { folder: join(folder, `server-${number}`) },
      {
        ...settings,
        port: before ? Number(new URL(before.url).port) : 0,
        env: env(number),
        onLine: (line) => onLine(number, line),
      },
    )
    this.servers[number] = server
    return server
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const running = this.servers.filter(({ process: { exitCode, signalCode } }) => !(exitCode ?? signalCode))
    await Promise.all(running.map((server) => server.kill()))
  }
}
