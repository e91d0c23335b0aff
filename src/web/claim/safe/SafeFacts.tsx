import type { Network } from '#domain/networks.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { isSameChain } from '#web/lib/wallet/wallet-requests.ts'
import type { SafeTarget } from './safe-target.ts'

interface SafeFactsProps {
  safe: SafeTarget
  networks: readonly Network[]
}

export function networkOf({ chainId }: SafeTarget, networks: readonly Network[]): Network | undefined {
  return networks.find((network) => isSameChain(network.chainId, chainId))
}

/** The Safe in full, its network, and how many owners have to sign. */
export function SafeFacts({ safe, networks }: SafeFactsProps) {
  const { safe: words } = useAllTexts()
  return (
    <div>
      <p className="text-muted">{words.on(networkOf(safe, networks)?.chainName ?? safe.chainId)}</p>
      <p className="font-mono text-13 text-balance break-all sm:text-15">{safe.eth}</p>
      <p className="text-13 text-muted">{words.threshold(safe.threshold, safe.owners.length)}</p>
    </div>
  )
}
