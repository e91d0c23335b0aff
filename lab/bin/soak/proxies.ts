import { readOptions } from '#bin/read-options.ts'
import { missingProxies, PROXIES, startProxy } from '#lab/environment/real-proxy.ts'
import { METRICS_TOKEN, tryBehindProxy } from '#lab/rehearsal/behind-proxy.ts'
import { ENDINGS, FORMS, giveUpRequests } from '#lab/rehearsal/give-up-requests.ts'
import { startHostileServer, tokenOf } from '#lab/rehearsal/hostile-server.ts'

/** The proxies of `examples/deploy` before the real server, by their real binaries; and requests that are given up, without and with them. */
export async function soakProxies(args: string[]): Promise<boolean> {
  const values = readOptions(
    {
      name: 'npm run soak -- proxies',
      does: 'Puts nginx and Caddy before real servers, and gives requests up through them.',
    },
    {
      requests: { type: 'string', help: 'Requests of each kind that are given up', default: '2000' },
      'at-once': { type: 'string', help: 'Of them under way at a time', default: '8' },
      'given-up': { type: 'boolean', help: 'Those alone', default: false },
    },
    args,
  )

  const missing = await missingProxies()
  if (missing.length > 0) {
    console.error(
      `This machine lacks ${missing.join(' and ')}: on Debian, apt-get install nginx-light caddy.`,
    )
    return false
  }

  const wrong: string[] = []
  function note(what: string): void {
    console.log(what)
    wrong.push(what)
  }

  for (const name of values['given-up'] ? [] : PROXIES) {
    const { wrong: notHeld, ...outcome } = await tryBehindProxy(name)
    console.log(`behind ${name}:`, JSON.stringify(outcome))
    for (const what of notHeld) note(`behind ${name}, this did not hold: ${what}`)
  }

  for (const name of [null, ...PROXIES]) {
    await using server = await startHostileServer({
      postgres: false,
      trustProxy: 'on',
      env: { METRICS_TOKEN },
    })
    await using proxy =
      name === null ? null : await startProxy(name, [new URL(server.url).host], { isTls: false })
    const url = proxy?.url ?? server.url
    const page = await (await fetch(server.url)).text()
    const files = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])
    const terms = {
      tries: Number(values.requests),
      atOnce: Number(values['at-once']),
      files,
      token: await tokenOf(server.url),
    }
    for (const form of FORMS) {
      for (const ending of ENDINGS) {
        const startedAtMs = performance.now()
        const sent = await giveUpRequests(url, { form, ending }, terms)
        const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1)
        const through = `given up through ${name ?? 'no proxy'}, ${form}, ${ending}`
        const counted = await requestsCounted(server.url)
        console.log(`${through}: ${sent} in ${seconds} s, the server has counted ${counted} by now`)
        if (sent < terms.tries) note(`${through}: ${terms.tries - sent} were not sent`)
        if (server.process.exitCode !== null) {
          note(`${through}: the server ended with ${server.process.exitCode}`)
          break
        }
      }
    }
    if (server.process.exitCode === null) {
      const { ok } = await fetch(`${server.url}/api/health`, { signal: AbortSignal.timeout(10_000) })
      if (!ok) note(`given up through ${name ?? 'no proxy'}: the server is not well`)
    }
  }
  console.log(wrong.length === 0 ? 'Everything held.' : `${wrong.length} things did not hold.`)
  return wrong.length === 0
}

/** Reads how many requests a server has counted: most that are given up at once never come to that. Null where it is gone. */
async function requestsCounted(url: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await fetch(`${url}/metrics`, { headers }).catch(() => null)
  if (metrics === null) return null
  const lines = (await metrics.text()).matchAll(/^ferry_http_requests_total\{.*\} (\d+)$/gm)
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
}
