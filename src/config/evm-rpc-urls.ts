import type { Network } from '#domain/networks.ts'
import { ConfigError } from './config-error.ts'
import { httpUrl } from './environment.ts'

const PREFIX = 'EVM_RPC_URL_'

/** Reads the RPC URLs of EVM chains by chain id, from EVM_RPC_URL_<chain id>, for configured networks alone. Throws ConfigError. */
export function readEvmRpcUrls(
  variables: Readonly<Record<string, string | undefined>>,
  networks: readonly Network[],
): ReadonlyMap<number, string> {
  const configured = new Map(networks.map(({ chainId }) => [String(Number(chainId)), Number(chainId)]))
  const urls = new Map<number, string>()
  const problems: { setting: string; problem: string }[] = []
  for (const [setting, value] of Object.entries(variables)) {
    if (!setting.startsWith(PREFIX) || !value?.trim()) continue
    const chainId = configured.get(setting.slice(PREFIX.length))
    const url = httpUrl.safeParse(value)
    if (chainId === undefined) {
      const ids = [...configured.keys()].join(', ')
      problems.push({ setting, problem: `names no configured network: their chain ids are ${ids}` })
    } else if (!url.success) {
      problems.push({ setting, problem: url.error.issues.map(({ message }) => message).join(', ') })
    } else {
      urls.set(chainId, url.data)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return urls
}
