import { z } from 'zod'
import { epochSeconds } from './primitives.ts'

const WORDS_LENGTH = 200
const words = z.string().trim().max(WORDS_LENGTH)

export const denyBody = z.object({
  address: z.string().trim().max(100).describe('EVM or Solana'),
  source: words.min(1, 'must not be empty').describe('Where it comes from: a sanctions list, a report'),
  note: words.optional(),
})

export const allowBody = z.object({ address: z.string().trim().max(100) })

export const denyListQuery = z.object({
  q: z.string().trim().max(100).optional().describe('A part of the address, the source or the note'),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(100).optional(),
})

const deniedAddress = z.object({
  address: z.string(),
  source: z.string(),
  note: z.string().nullable(),
  addedAt: epochSeconds,
})
export type DeniedAddressResponse = z.infer<typeof deniedAddress>

export const denyListResponse = z.object({
  total: z.number().int(),
  addresses: z.array(deniedAddress),
  nextCursor: z.string().nullable(),
})

export const denyUploadResponse = z.object({ count: z.number().int() })
