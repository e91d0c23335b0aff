import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect as connectPlain } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts } from './free-ports.ts'

export const PROXIES = ['nginx', 'caddy'] as const
export type ProxyName = (typeof PROXIES)[number]

const EXAMPLES = fileURLToPath(new URL('../../examples/deploy', import.meta.url))
const STARTED_WITHIN_MS = 10_000
const run = promisify(execFile)

/** A proxy in a process of its own, by the configuration that `examples/deploy` has. */
export interface RealProxy extends AsyncDisposable {
  /** With TLS its certificate is of no authority. */
  url: string
}

/** Returns the proxies whose binary this machine lacks. */
export async function missingProxies(): Promise<ProxyName[]> {
  const found = await Promise.all(
    PROXIES.map((name) =>
      run(name, [name === 'nginx' ? '-v' : 'version']).then(
        () => true,
        () => false,
      ),
    ),
  )
  return PROXIES.filter((_, place) => !found[place])
}

/**
 * Starts a proxy before servers, given as host:port. Of the example only names, ports and certificate are replaced; TLS is left out where
 * connections are to be reset, which Node can do to plain ones alone.
 */
export async function startProxy(
  name: ProxyName,
  servers: readonly string[],
  { isTls } = { isTls: true },
): Promise<RealProxy> {
  const folder = await mkdtemp(join(tmpdir(), `ferry-${name}-`))
  const [port = 0, plainPort = 0] = await freePorts(2)
  const at = { folder, port, plainPort, servers, isTls }
  const child = await (name === 'nginx' ? startNginx(at) : startCaddy(at))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const untilMs = performance.now() + STARTED_WITHIN_MS
  while (!(await takesConnections(port, isTls))) {
    if (child.exitCode !== null || performance.now() > untilMs) {
      await stop()
      throw new Error(`${name} did not start:\n${said}`)
    }
    await delay(50)
  }
  return { url: `${isTls ? 'https' : 'http'}://localhost:${port}`, [Symbol.asyncDispose]: stop }
}

interface At {
  folder: string
  port: number
  plainPort: number
  servers: readonly string[]
  isTls: boolean
}

async function startNginx({ folder, port, plainPort, servers, isTls }: At): Promise<ChildProcess> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-keyout', key, '-out', certificate],
  ])
  let text = await readFile(join(EXAMPLES, 'nginx.conf'), 'utf8')
  const replace = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`nginx.conf lacks ${from}`)
    text = text.replaceAll(from, to)
  }
  const server = (address: string) => `server ${address} max_fails=2 fail_timeout=10s;`
  replace(`\t${server('127.0.0.1:3000')}\n`, servers.map((each) => `\t${server(each)}\n`).join(''))
  replace('\tlisten 80;\n\tlisten [::]:80;', `\tlisten 127.0.0.1:${plainPort};`)
  replace(
    '\tlisten 443 ssl http2;\n\tlisten [::]:443 ssl http2;',
    `\tlisten 127.0.0.1:${port}${isTls ? ' ssl http2' : ''};`,
  )
  replace('portal.example.org;', 'localhost;')
  replace('/etc/letsencrypt/live/portal.example.org/fullchain.pem', certificate)
  replace('/etc/letsencrypt/live/portal.example.org/privkey.pem', key)
  await writeFile(join(folder, 'ferry.conf'), text)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    join(folder, 'nginx.conf'),
    [
      `daemon off; pid ${join(folder, 'pid')}; worker_processes 2; error_log stderr;`,
      userInfo().uid === 0 ? 'user root;' : '',
      'events { worker_connections 4096; }',
      'http { access_log off;',
      ...places.map((place) => `${place}_temp_path ${join(folder, place)};`),
      `include ${join(folder, 'ferry.conf')}; }`,
    ].join('\n'),
  )
  return spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')])
}

async function startCaddy({ folder, port, plainPort, servers, isTls }: At): Promise<ChildProcess> {
  const text = await readFile(join(EXAMPLES, 'Caddyfile'), 'utf8')
  const own = `{\n\tadmin off\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\thttp_port ${plainPort}\n\tservers {`
  await writeFile(
    join(folder, 'Caddyfile'),
    text.replace('{\n\tservers {', own).replaceAll('ferry:3000', servers.join(' ')),
  )
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      FERRY_HOST: `${isTls ? 'https' : 'http'}://localhost:${port}`,
    },
  })
}

/** True once a connection with TLS is made: Caddy makes its certificate first. */
function takesConnections(port: number, isTls: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const to = { host: '127.0.0.1', port }
    const socket = isTls
      ? connect({ ...to, servername: 'localhost', rejectUnauthorized: false })
      : connectPlain(to)
    const end = (isTaken: boolean) => {
      socket.destroy()
      resolve(isTaken)
    }
    socket.once(isTls ? 'secureConnect' : 'connect', () => end(true)).once('error', () => end(false))
  })
}
