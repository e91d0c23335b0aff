import type { Drain } from '#api/drain.ts'
import { readBearerToken } from '#api/require-admin.ts'
import type { Serve } from '#api/serve.ts'
import { StateStreams } from '#api/state-streams.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { checkSession } from '#app/sessions/check-session.ts'
import { createStateFeed } from '#app/state/state-feed.ts'

/** Serves the state of the whole: when it is asked for, and as a stream of what changes. */
export function serveState(serve: Serve, app: AppContext, drain: Drain): void {
  const { state, events } = endpoints.admin
  const feed = createStateFeed(app)
  const streams = new StateStreams(feed, (token) => checkSession(app, token, { isUse: false }))
  drain.onAnnounced(() => streams.close())

  serve(state, async () => (await feed.read()).state)
  serve(events, ({ request }) => {
    drain.assertNotAnnounced()
    return streams.open(readBearerToken(request))
  })
}
