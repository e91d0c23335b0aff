import { stringifyJsonWithBigInts } from './json-with-bigints.ts'
import type { NodeEndpoint } from './node-endpoint.ts'
import { NodeFault } from './node-fault.ts'
import { describeConnectionFault } from './node-words.ts'
import { type HttpAnswer, readAnswer } from './read-answer.ts'

/** A JSON-RPC 2.0 request as kit makes it. */
export interface RpcPayload {
  id: string
  method: string
}

/**
 * Sends one JSON-RPC request, once, and reads the answer that belongs to it. Throws NodeFault, or the signal's abort
 * reason.
 */
export async function askNode(
  endpoint: NodeEndpoint,
  payload: RpcPayload,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<{ result: unknown }> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const answer = await post(endpoint, payload, signal ? AbortSignal.any([signal, deadline]) : deadline).catch(
    (error: unknown) => {
      signal?.throwIfAborted()
      const words = deadline.aborted
        ? `it did not answer within ${timeoutMs / 1000} s`
        : describeConnectionFault(error)
      throw new NodeFault('passing', words, { cause: error })
    },
  )
  // Elsewhere is not where the operator wants signed transactions sent, and its answer is not the node's.
  if (answer.status >= 300 && answer.status < 400)
    throw new NodeFault('lasting', 'it redirects to another address: enter that one, if it is yours')
  return readAnswer(answer, payload.id, endpoint.secrets)
}

async function post(
  { href, authorization }: NodeEndpoint,
  payload: RpcPayload,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const response = await fetch(href, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json; charset=utf-8',
      ...(authorization === null ? {} : { authorization }),
    },
    body: stringifyJsonWithBigInts(payload),
    signal,
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
