import { normalizeIP } from '@fastify/rate-limit'
import { keepDevice, readDevice } from '#api/device-cookie.ts'
import { readBearerToken } from '#api/require-admin.ts'
import type { Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { signIn } from '#app/sessions/sign-in.ts'
import { signOut, signOutEverywhere } from '#app/sessions/sign-out.ts'
import { ok } from './ok.ts'

/** Serves signing in (the operator's one request without a token) and signing out. */
export function serveAdminSession(serve: Serve, app: AppContext): void {
  const { login, logout, logoutEverywhere } = endpoints.admin

  serve(login, async ({ body, request, reply }) => {
    const { device, ...session } = await signIn(app, {
      password: body.password,
      clientAddress: normalizeIP(request.ip),
      device: readDevice(request),
    })
    keepDevice(request, reply, device)
    return session
  })
  serve(logout, ({ request }) => ok(signOut(app, readBearerToken(request) ?? '')))
  serve(logoutEverywhere, () => ok(signOutEverywhere(app)))
}
