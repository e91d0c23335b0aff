import type { InputArgument, ReplyOf, Route } from '#api-schema/endpoint.ts'
import { readReply, request } from '#web/lib/api-client.ts'

/** A claim may take the portal some questions to other nodes. */
const LIMITS_MS: Readonly<Record<string, number>> = { GET: 20_000, POST: 45_000, PUT: 45_000 }

/** Asks the portal as `send` does, and gives up after a while: throws AbortError then. */
export async function askPortal<R extends Route>(
  route: R,
  ...[input]: InputArgument<R>
): Promise<ReplyOf<R>> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), LIMITS_MS[route.method])
  try {
    return await readReply(route, await request(route, input, {}, controller.signal))
  } finally {
    clearTimeout(timer)
  }
}
