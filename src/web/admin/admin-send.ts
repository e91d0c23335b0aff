import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  type AnyInput,
  type FileReply,
  fillPath,
  type InputArgument,
  type InputOf,
  type ReplyOf,
  type Route,
} from '#api-schema/endpoint.ts'
import { ApiError, readReply, request } from '#web/lib/api-client.ts'
import { queryKeyOf } from '#web/lib/query-client.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { askForPasskey } from './ConfirmWithPasskey.tsx'
import { secretAskedOf } from './failures.ts'
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
export async function adminRead<R extends Route>(
  route: R,
  input?: AnyInput,
  signal?: AbortSignal,
): Promise<ReplyOf<R>> {
  return readReply(route, await requestWithToken(route, input, signal))
}

/** The query that asks an endpoint with the admin token. */
export function adminQuery<R extends Route>(route: R, ...input: InputArgument<R>) {
  return queryOptions({
    queryKey: queryKeyOf(route, input[0]),
    queryFn: () => adminSend(route, ...input),
  })
}

/** The query that asks an endpoint with the admin token, again each time its view comes into sight. */
export function freshQuery<R extends Route>(route: R, ...input: InputArgument<R>) {
  return queryOptions({ ...adminQuery(route, ...input), refetchOnMount: 'always' })
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
  return queryOptions({ ...freshQuery(route, ...input), refetchInterval: everyMs })
}

interface Page {
  nextCursor: string | null
}

/** An endpoint that answers with a page of a list, from a cursor on. */
type PagedRoute = Route & { readonly reply: z.ZodType<Page> }

/** The query that reads a list a page at a time, from its first page each time it comes into view. */
export function pagedQuery<R extends PagedRoute>(route: R, input: InputOf<R>) {
  return infiniteQueryOptions({
    queryKey: queryKeyOf(route, input),
    queryFn: async ({ pageParam }) => {
      const query = { ...input.query, cursor: pageParam || undefined }
      return (await adminRead(route, { ...input, query })) as ReplyOf<R> & Page
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: 'always',
  })
}

/** An endpoint that answers with a file. */
export type FileRoute = Route & { readonly reply: FileReply }

/** Fetches a file with the admin token and hands it to the browser under its name. Throws as `adminSend` does. */
export async function downloadFile(route: FileRoute, input: AnyInput): Promise<void> {
  const response = await requestWithToken(route, input)
  saveFile(fileNameOf(route, input), await response.blob())
}

export function fileNameOf({ reply }: FileRoute, { params }: AnyInput): string {
  return fillPath(reply.fileName, params)
}

/** Asks an endpoint with the admin token, until the signal, and returns the raw response. Throws as `adminSend` does. */
export async function requestWithToken(
  route: Route,
  input?: AnyInput,
  signal?: AbortSignal,
): Promise<Response> {
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
