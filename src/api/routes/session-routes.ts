import { keepDevice, originOf } from '#api/client-of.ts'
import { readBearerToken } from '#api/require-admin.ts'
import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import {
  describeSecondSecret,
  offerPasskey,
  registerPasskey,
  removePasskey,
} from '#app/second-secret/register-passkey.ts'
import { exportActions, listActions } from '#app/sessions/list-actions.ts'
import { endSession, listSessions, signIn, signOut, signOutEverywhere } from '#app/sessions/sessions.ts'
import { PortalError } from '#domain/portal-error.ts'

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

/** Serves the passkeys that money asks for. */
export function serveSecondSecret(serve: Serve, app: AppContext): void {
  const { secondSecret, registerPasskey: register, removePasskey: remove } = endpoints.admin

  serve(secondSecret, () => describeSecondSecret(app))
  serve(register, async ({ body: { password, credential, ...given }, request }) => {
    const origin = request.headers.origin ?? null
    if (credential) return { ...(await registerPasskey(app, given, credential, origin)), options: null }
    if (password === undefined)
      throw new PortalError('invalid_request', undefined, [{ where: 'password', problem: 'is needed here' }])
    const confirmedBy = { password, ...originOf(request, app.settings) }
    return { id: null, options: await offerPasskey(app, given, { confirmedBy, origin }) }
  })
  serve(remove, ({ params, body: { password }, request }) =>
    ok(removePasskey(app, params.id, { password, ...originOf(request, app.settings) })),
  )
}
