import type { LightMyRequestResponse } from 'fastify'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'

/** Publishes the list that an answer asks about, with the words that it asks for; any other answer is returned as it is. */
export async function confirmList(
  asked: LightMyRequestResponse,
  call: (endpoint: Route, input: AnyInput) => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const { uploadId, confirm } = asked.json()
  if (uploadId === undefined) return asked
  const body = confirm === null ? {} : { confirm }
  return await call(endpoints.lists.publishUpload, { params: { uploadId }, body })
}
