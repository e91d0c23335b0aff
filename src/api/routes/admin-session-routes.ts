import { keepDevice, originOf } from '#api/device-cookie.ts'
import { readBearerToken } from '#api/require-admin.ts'
import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { exportActions, listActions } from '#app/sessions/list-actions.ts'
import { endSession, listSessions, signIn, signOut, signOutEverywhere } from '#app/sessions/sign-in.ts'

/** Serves signing in (the operator's one request without a token), signing out, the sessions, and what was done in them. */
export function serveAdminSession(serve: Serve, app: AppContext): void {
  const { login, logout, logoutEverywhere, sessions, endSession: ended } = endpoints.admin
  const { actions, exportActions: exported } = endpoints.admin

  serve(login, async ({ body, request, reply }) => {
    const { device, ...session } = await signIn(app, {
      password: body.password,
      ...originOf(request, app.settings),
    })
    keepDevice(request, reply, device, app.settings)
    return session
  })
  serve(logout, ({ request }) => ok(signOut(app, readBearerToken(request) ?? '')))
  serve(logoutEverywhere, () => ok(signOutEverywhere(app)))
  serve(sessions, () => listSessions(app))
  serve(ended, ({ params }) => ok(endSession(app, params.id)))
  serve(actions, ({ query }) => listActions(app, query))
  serve(exported, () => exportActions(app))
}
