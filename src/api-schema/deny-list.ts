import { z } from 'zod'
import { adminEndpoint } from './endpoint.ts'
import { epochSeconds, okResponse, pageFields } from './primitives.ts'

const WORDS_LENGTH = 200
const words = z.string().trim().max(WORDS_LENGTH)

const denyBody = z.object({
  address: z.string().trim().max(100).describe('EVM or Solana'),
  source: words.min(1, 'must not be empty').describe('Where it comes from: a sanctions list, a report'),
  note: words.optional(),
})

const allowBody = z.object({ address: z.string().trim().max(100) })

const denyListQuery = z.object({
  q: z.string().trim().max(100).optional().describe('A part of the address, the source or the note'),
  ...pageFields(50),
})

export const deniedAddress = z.object({
  address: z.string(),
  source: z.string(),
  note: z.string().nullable(),
  addedAt: epochSeconds,
})
export type DeniedAddressResponse = z.infer<typeof deniedAddress>

const denyListResponse = z.object({
  total: z.number().int(),
  addresses: z.array(deniedAddress),
  nextCursor: z.string().nullable(),
})

const denyUploadResponse = z.object({ count: z.number().int() })

/** The addresses that are paid nothing. */
export const denyListEndpoints = {
  list: adminEndpoint({
    method: 'GET',
    path: '/api/admin/deny-list',
    summary: 'A page of the addresses that are paid nothing',
    query: denyListQuery,
    reply: denyListResponse,
    errors: [],
  }),

  add: adminEndpoint({
    method: 'POST',
    path: '/api/admin/deny-list',
    summary: 'Put an address on the deny list: at once, for claims and payouts alike',
    body: denyBody,
    reply: okResponse,
    errors: ['invalid_denied_address'],
  }),

  remove: adminEndpoint({
    method: 'DELETE',
    path: '/api/admin/deny-list',
    summary: 'Take an address off the deny list: the next run pays what was held',
    body: allowBody,
    reply: okResponse,
    errors: ['invalid_denied_address', 'not_denied'],
  }),

  upload: adminEndpoint({
    method: 'POST',
    path: '/api/admin/deny-list/upload',
    summary: 'Put all addresses of a file on the deny list, or none',
    body: { fileField: 'deny_list_file' },
    reply: denyUploadResponse,
    errors: ['invalid_deny_file', 'upload_given_up'],
  }),
}
