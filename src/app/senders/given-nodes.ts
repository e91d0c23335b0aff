import { PortalError } from '#domain/portal-error.ts'

export interface GivenNodes {
  /** The first node. It may be left out where `rpcUrls` is given. */
  rpcUrl?: string | undefined
  /** All nodes, the first first. */
  rpcUrls?: readonly string[] | undefined
}

/**
 * Lists the nodes of a configuration, the first first, each once. Throws invalid_rpc_url on what is no http
 * or https address, and invalid_request when no node is named, or two different first ones.
 */
export function givenNodes({ rpcUrl, rpcUrls }: GivenNodes): [string, ...string[]] {
  const urls = rpcUrls ?? (rpcUrl === undefined ? [] : [rpcUrl])
  if (!urls.every(isHttpUrl)) throw new PortalError('invalid_rpc_url')
  const [first, ...further] = new Set(urls)
  if (first === undefined) throw notValid('rpcUrl', 'A sender needs a node')
  if (rpcUrl !== undefined && rpcUrl !== first)
    throw notValid('rpcUrls', 'It begins with another node than rpcUrl')
  return [first, ...further]
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}

function notValid(where: string, problem: string): PortalError {
  return new PortalError('invalid_request', undefined, [{ where, problem }])
}
