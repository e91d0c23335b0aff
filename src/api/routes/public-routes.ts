import type { Drain } from '#api/drain.ts'
import { writeApiDocument } from '#api/openapi.ts'
import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { bundleList, describeAccount, findAllocation, proveAllocation } from '#app/allocations/public-list.ts'
import type { AppContext } from '#app/app-context.ts'
import { checkReady } from '#app/check-ready.ts'
import { describeDestination } from '#app/claims/destination-lookup.ts'
import { findClaim } from '#app/claims/find-claim.ts'
import { correctClaim, submitClaim } from '#app/claims/submit-claim.ts'
import { describePortal, describeProgress } from '#app/describe-portal.ts'
import type { Build } from '#config/build.ts'
import { batchPerTick } from '#domain/concurrency.ts'
import { PortalError } from '#domain/portal-error.ts'

/** A page that many look at asks the database no more often. */
const PROGRESS_KEPT_SECONDS = 10

/** For caches on the way alone: its `serverTime` is no older, and a pause shows no later. */
const PORTAL_HELD = 'public, max-age=0, s-maxage=2'

/** Serves what needs no session: the requests of claimants, and those of health checks. */
export function servePublic(serve: Serve, app: AppContext, drain: Drain, build: Build): void {
  const {
    portal: about,
    progress,
    allocation,
    allocationProof,
    listBundle,
    submitClaim: submit,
    correctClaim: correct,
    claim,
    destination,
    account,
    health,
    ready,
    openApi,
  } = endpoints.public

  // All that ask in one turn of the event loop share one reading.
  const readPortal = batchPerTick<null, Awaited<ReturnType<typeof describePortal>>>(
    async (asked) => {
      const portal = await describePortal(app)
      return asked.map(() => portal)
    },
    { maxBatchSize: Number.POSITIVE_INFINITY },
  )
  serve(about, async ({ reply }) => {
    const portal = await readPortal(null)
    reply.header('Cache-Control', PORTAL_HELD)
    return portal
  })
  serve(progress, async ({ reply }) => {
    const told = await describeProgress(app)
    if (!told) throw new PortalError('progress_not_published')
    reply.header('Cache-Control', `public, max-age=${PROGRESS_KEPT_SECONDS}`)
    return told
  })
  serve(allocation, ({ query }) => findAllocation(app, query.eth))
  serve(allocationProof, ({ params }) => proveAllocation(app, params.eth))
  serve(listBundle, () => bundleList(app))
  serve(submit, async ({ body, client }) => ({
    ok: true as const,
    ...(await submitClaim(app, body, client)),
  }))
  serve(correct, async ({ params, body, client }) => ({
    ok: true as const,
    ...(await correctClaim(app, params.eth, body, client)),
  }))
  serve(claim, ({ params }) => findClaim(app, params.eth))
  serve(destination, ({ params }) => describeDestination(app.boundedDestinations, params.sol))
  serve(account, ({ params, client }) => describeAccount(app, params.eth, client))
  serve(health, () => ({ status: 'ok' as const, ...build }))
  serve(ready, async ({ query }) => {
    drain.assertNotAnnounced()
    await checkReady(app, query.scope)
    return { status: 'ready' as const }
  })
  let document: Buffer | undefined
  serve(openApi, () => {
    document ??= Buffer.from(writeApiDocument(build.version))
    return document
  })
}
