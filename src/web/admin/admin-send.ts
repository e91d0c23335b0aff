import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  type AnyInput,
  type EventsReply,
  type FileReply,
  fillPath,
  type InputArgument,
  type InputOf,
  type ReplyOf,
  type Route,
} from '#api-schema/endpoint.ts'
import { ApiError, readReply, request } from '#web/lib/api-client.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'
import { secretAskedOf } from './error-code.ts'
import { askForPasskey } from './second-secret/asked-passkey.ts'
import { endSession, getToken } from './session.ts'

/**
 * Asks an endpoint with the admin token. Throws as `send` does; a token that the server no longer accepts is forgotten,
 * which brings back the sign-in form.
 */
export async function adminSend<R extends Route>(
  route: R,
  ...[input]: InputArgument<R>
): Promise<ReplyOf<R>> {
  const ask = (confirmed: AnyInput = {}) => requestWithToken(route, { ...input, ...confirmed })
  return readReply(route, await (route.method === 'GET' ? ask() : asOwnAction(() => askConfirmed(ask))))
}

/** Asks, and once more with the answer of a passkey where the server wants one. Throws what was not confirmed as an ApiError. */
async function askConfirmed(ask: (confirmed?: AnyInput) => Promise<Response>): Promise<Response> {
  let confirmed: AnyInput = {}
  for (;;) {
    try {
      return await ask(confirmed)
    } catch (error) {
      const asked = secretAskedOf(error)
      if (asked === null) throw error
      confirmed = { secondSecret: await askForPasskey(asked) }
    }
  }
}

/** Reads an endpoint with the admin token, until the signal. Throws as `adminSend` does. */
export async function adminRead<R extends Route>(route: R, signal: AbortSignal): Promise<ReplyOf<R>> {
  return readReply(route, await requestWithToken(route, undefined, signal))
}

/** Opens the stream of an endpoint with the admin token, until the signal. Throws as `adminSend` does. */
export function openStream(
  route: Route & { readonly reply: EventsReply },
  signal: AbortSignal,
): Promise<Response> {
  return requestWithToken(route, undefined, signal)
}

/** The query that asks an endpoint with the admin token. */
export function adminQuery<R extends Route>(route: R, ...input: InputArgument<R>) {
  return queryOptions({
    queryKey: queryKeyOf(route, input[0]),
    queryFn: () => adminSend(route, ...input),
  })
}

/**
 * The query that asks an endpoint again and again, for as long as its view is in sight. Only those whose requests do not count as use
 * of the session: a forgotten tab is to be signed out.
 */
export function polledQuery<R extends Route & { readonly isPolled: true }>(
  route: R,
  everyMs: number,
  ...input: InputArgument<R>
) {
  return queryOptions({
    ...adminQuery(route, ...input),
    refetchInterval: everyMs,
    refetchOnMount: 'always',
  })
}

/** The query that reads a list a page at a time, from its first page each time it comes into view. */
export function pagedQuery<Page extends { nextCursor: string | null }>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam || undefined),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: 'always',
  })
}

/** An endpoint that answers with a file. */
export type FileRoute = Route & { readonly reply: FileReply }

/** Fetches a file with the admin token and hands it to the browser under its name. Throws as `adminSend` does. */
export async function downloadFile<R extends FileRoute>(route: R, input: InputOf<R>): Promise<void> {
  const response = await requestWithToken(route, input)
  saveFile(fileNameOf(route, input), await response.blob())
}

/** Hands a file to the browser under its name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

export function fileNameOf({ reply }: FileRoute, { params }: AnyInput): string {
  return fillPath(reply.fileName, params)
}

async function requestWithToken(route: Route, input?: AnyInput, signal?: AbortSignal): Promise<Response> {
  const token = getToken()
  try {
    return await request(route, input, { Authorization: `Bearer ${token}` }, signal)
  } catch (error) {
    // A password that was asked for again and was wrong ends no session.
    const isEnded =
      error instanceof ApiError && error.status === 401 && error.response?.code !== 'invalid_password'
    if (isEnded) endSession(token)
    throw error
  }
}

/** A change that is heard of so soon after an action of this window was its doing. */
const OWN_FOR_MS = 4_000

let underWay = 0
let endedAtMs = Number.NEGATIVE_INFINITY

/** Notes that this window changes something, for as long as it takes. */
async function asOwnAction<T>(act: () => Promise<T>): Promise<T> {
  underWay += 1
  try {
    return await act()
  } finally {
    underWay -= 1
    endedAtMs = performance.now()
  }
}

/** Tells whether what changed just now may be this window's doing. */
export function isOwnDoing(): boolean {
  return underWay > 0 || performance.now() - endedAtMs < OWN_FOR_MS
}
