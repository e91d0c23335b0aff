import type { SafeReport } from '#domain/account-report.ts'
import type { Network } from '#domain/networks.ts'
import type { PendingClaim } from '#web/claim/form/pending-claim.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import type { AllTexts } from '#web/claim/language/later-english.ts'
import { isSameChain } from '#web/lib/wallet/eip1193.ts'
import { fill } from '#web/ui/fill.ts'

interface SafeFactsProps {
  safe: SafeTarget
  networks: readonly Network[]
}

export function networkOf({ chainId }: SafeTarget, networks: readonly Network[]): Network | undefined {
  return networks.find((network) => isSameChain(network.chainId, chainId))
}

/** Tells how many owners have to sign. */
export function thresholdText(
  { threshold, owners }: Pick<SafeTarget, 'threshold' | 'owners'>,
  words: AllTexts['safe'],
): string {
  return owners.length === 1 ? words.oneOwner : fill(words.threshold, { threshold, owners: owners.length })
}

/** The Safe in full, its network, and how many owners have to sign. */
export function SafeFacts({ safe, networks }: SafeFactsProps) {
  const { safe: words } = useAllTexts()
  return (
    <div>
      <p className="text-muted">
        {fill(words.on, { network: networkOf(safe, networks)?.chainName ?? safe.chainId })}
      </p>
      <p className="font-mono text-13 text-balance break-all sm:text-15">{safe.eth}</p>
      <p className="text-13 text-muted">{thresholdText(safe, words)}</p>
    </div>
  )
}

/** A Safe on one chain. */
export type SafeTarget = SafeReport & Pick<PendingClaim, 'eth' | 'chainId'>
