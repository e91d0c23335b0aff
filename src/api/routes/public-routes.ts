import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { checkReady } from '#portal/check-ready.ts'
import { describePortal } from '#portal/describe-portal.ts'
import { findAllocation } from '#portal/find-allocation.ts'
import { findClaim } from '#portal/find-claim.ts'
import type { Portal } from '#portal/portal.ts'
import { submitClaim } from '#portal/submit-claim.ts'

/** What claimants, and whoever watches the process, may ask without signing in. */
export function servePublic(serve: Serve, portal: Portal, version: string): void {
  const { portal: about, allocation, submitClaim: submit, claim, health, ready } = endpoints.public

  serve(about, () => describePortal(portal))
  serve(allocation, ({ query }) => findAllocation(portal, query.eth))
  serve(submit, async ({ body }) => ({ ok: true as const, ...(await submitClaim(portal, body)) }))
  serve(claim, ({ params }) => findClaim(portal, params.eth))
  serve(health, () => ({ status: 'ok' as const, version }))
  serve(ready, async () => {
    await checkReady(portal)
    return { status: 'ready' as const }
  })
}
