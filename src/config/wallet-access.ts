import { z } from 'zod'
import { DEFAULT_RELAY_URL, type WalletConnectTerms } from '#domain/portal-settings.ts'
import { LOCAL_HOSTS, publicUrl } from './public-addresses.ts'

const relayUrl = z.string().transform((text, context) => {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'wss:' || (url?.protocol === 'ws:' && LOCAL_HOSTS.includes(url.hostname))
  if (url && isSafe && url.href === `${url.protocol}//${url.host}/`) return `${url.protocol}//${url.host}`
  context.addIssue('must be wss:// and a host (ws:// is taken for localhost and 127.0.0.1 alone)')
  return z.NEVER
})

/** The settings by which wallets reach the page other than as the browser's own. */
export const walletAccess = {
  walletConnectProjectId: z
    .string()
    .regex(/^[0-9a-zA-Z]{8,64}$/, 'must be the id of a WalletConnect project: letters and digits')
    .nullable()
    .default(null),
  walletConnectRelayUrl: relayUrl.nullable().default(null),
  safeAppOrigins: z.array(publicUrl).default([]),
}

interface GivenAccess {
  walletConnectProjectId: string | null
  walletConnectRelayUrl: string | null
}

/** Returns a problem of these settings together; null without one. */
export function relayProblem({ walletConnectProjectId, walletConnectRelayUrl }: GivenAccess): string | null {
  return walletConnectRelayUrl !== null && walletConnectProjectId === null
    ? 'must be given with walletConnectProjectId'
    : null
}

export function walletConnectTerms(given: GivenAccess): WalletConnectTerms | null {
  const { walletConnectProjectId: projectId, walletConnectRelayUrl } = given
  return projectId === null ? null : { projectId, relayUrl: walletConnectRelayUrl ?? DEFAULT_RELAY_URL }
}
