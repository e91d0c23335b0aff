import { shortenAddress } from '#domain/shorten-address.ts'
import { Address } from '#web/ui/Address.tsx'

/** An address as tables show it, whole on hover, focus and copy; "N/A" where there is none. */
export function ShortAddress({ address, what }: { address: string; what?: string }) {
  if (!address) return 'N/A'
  return <Address full={address} short={shortenAddress(address)} {...(what && { what })} />
}
