import { unescape as percentDecode } from 'node:querystring'

/** An RPC node's URL, split for requests and for messages. */
export interface NodeEndpoint {
  /** The URL without credentials: fetch refuses those. */
  href: string
  /** The Authorization header made of the URL's credentials, or null. */
  authorization: string | null
  /** The part of the URL that may be shown. Providers put keys into path, query and credentials. */
  name: string
  /** The parts of the URL that may be keys. A node may repeat them in its messages. */
  secrets: readonly string[]
}

/** Shorter parts of a URL ("v2", "rpc") are no keys, and would be cut out of messages in which they happen to occur. */
const SHORTEST_KEY = 8

/** Reads a node's URL. A text that is no URL fails when the node is asked, not here. */
export function readEndpoint(url: string): NodeEndpoint {
  const parsed = URL.parse(url)
  if (parsed === null) return { href: url, authorization: null, name: 'an invalid URL', secrets: [url] }
  const username = percentDecode(parsed.username)
  const password = percentDecode(parsed.password)
  const parts = [username, password, ...parsed.pathname.split('/'), ...parsed.searchParams.values()]
  parsed.username = ''
  parsed.password = ''
  return {
    href: parsed.href,
    authorization: username || password ? basicAuthorization(username, password) : null,
    name: parsed.host,
    secrets: parts.filter((part) => part.length >= SHORTEST_KEY),
  }
}

function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
