/** The kinds of an EVM account: of `unknown` not every node that was asked has said what it is. */
export const ACCOUNT_KINDS = ['key', 'contract', 'unknown'] as const
type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** The owners of a Safe, lower case, and how many of them have to sign. */
export interface SafeReport {
  threshold: number
  owners: string[]
}

/** An account as the configured EVM nodes show it. */
export interface AccountReport {
  kind: AccountKind
  /** The chains that it is a contract on. `safe` is null for contracts of other kinds. */
  contracts: { chainId: string; safe: SafeReport | null }[]
}
