import { originOf } from '#api/device-cookie.ts'
import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import {
  describeSecondSecret,
  offerPasskey,
  registerPasskey,
  removePasskey,
} from '#app/second-secret/register-passkey.ts'
import { PortalError } from '#domain/portal-error.ts'

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
