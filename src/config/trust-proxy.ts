import { BlockList, isIP } from 'node:net'

/** The proxies whose X-Forwarded-For is trusted, by address or range; false trusts none. */
export type TrustProxy = false | string[]

/** Ranges by name, as the proxy-addr library knows them: this machine, and private networks. */
const NEARBY = ['loopback', 'linklocal', 'uniquelocal']

/**
 * Reads TRUST_PROXY; null when it is invalid. `on` means a proxy on this machine or in a private network: trusting the
 * header from anywhere would let every client choose its own address.
 */
export function readTrustProxy(text: string): TrustProxy | null {
  const value = text.trim().toLowerCase()
  if (value === 'off' || value === 'false') return false
  if (value === 'on' || value === 'true') return NEARBY
  const addresses = value.split(',').map((address) => address.trim())
  return addresses.every(isAddressOrRange) ? addresses : null
}

function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (prefix === undefined) return true
  // A range of everything would trust every client to name its own address.
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) === 0) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}
