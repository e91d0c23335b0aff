import { isIPv6 } from 'node:net'

const IPV4_PARTS = 4

/** In groups of 16 bits: what a registry gives a provider, a provider a site, and a site one network. */
const IPV6_GROUPS = { provider: 2, site: 3, network: 4 }

/**
 * Returns the networks that an address belongs to, the widest first: /16, /24 and the address itself of IPv4, /32, /48 and /64 of IPv6.
 * Addresses are rented by the network.
 */
export function clientNetworks(address: string): string[] {
  if (!isIPv6(address)) {
    const parts = address.split('.')
    return [2, 3, IPV4_PARTS].map((count) => parts.slice(0, count).join('.'))
  }
  const groups = expand(address)
  return Object.values(IPV6_GROUPS).map((count) => groups.slice(0, count).join(':'))
}

/** Writes out the groups that `::` leaves out. */
function expand(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : Math.max(8 - before.length - after.length, 0)
  return [...before, ...new Array<string>(missing).fill('0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}
