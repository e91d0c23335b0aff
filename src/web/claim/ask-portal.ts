import type { InputArgument, ReplyOf, Route } from '#api-schema/endpoint.ts'
import { readReply, request } from '#web/lib/api-client.ts'

const LIMIT_MS = 20_000

/** Asks the portal as `send` does, and gives up after a while: throws AbortError then. */
export async function askPortal<R extends Route>(
  route: R,
  ...[input]: InputArgument<R>
): Promise<ReplyOf<R>> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), LIMIT_MS)
  try {
    return await readReply(route, await request(route, input, {}, controller.signal))
  } finally {
    clearTimeout(timer)
  }
}
