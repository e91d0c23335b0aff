import { BlockList, isIP } from 'node:net'
import type { TrustProxy } from '#config/trust-proxy.ts'

/** Tells whether the address that a request came from is a trusted proxy's. */
export type IsTrustedProxy = (address: string | undefined) => boolean

/** The ranges that have names. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Proxies are few. Whoever else comes without one is remembered as well, so there is a bound. */
const MOST_REMEMBERED = 1_000

/** Reads the proxies that are trusted. Answers are kept: every request asks for the same few addresses. */
export function trustedProxies(trustProxy: TrustProxy): IsTrustedProxy {
  if (trustProxy === false) return () => false
  const trusted = blockListOf(trustProxy.flatMap((name) => RANGES[name] ?? [name]))
  const known = new Map<string, boolean>()
  return (address = '') => {
    const answer = known.get(address)
    if (answer !== undefined) return answer
    if (known.size >= MOST_REMEMBERED) known.clear()
    const found = isIn(trusted, address)
    known.set(address, found)
    return found
  }
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

function isIn(list: BlockList, address: string): boolean {
  // An address of a link names its interface behind a percent sign.
  const [bare = ''] = address.split('%', 1)
  return isIP(bare) !== 0 && list.check(bare, familyOf(bare))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
