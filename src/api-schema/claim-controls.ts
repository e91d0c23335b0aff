import { z } from 'zod'
import { epochSeconds } from './primitives.ts'

const WORDS_LENGTH = 500

const words = z.string().trim().min(1, 'must not be empty').max(WORDS_LENGTH)

/** An announcement above the claim page. */
export const claimBanner = z.object({ text: words, severity: z.enum(['info', 'warning']) })

export const bannerBody = z.object({ banner: claimBanner.nullable() })

export const pauseBody = z.object({
  paused: z.boolean(),
  message: words.optional().describe('Shown to claimants while it lasts, in place of the banner'),
})

/** Both: what is left out would be changed by accident. */
export const claimWindowBody = z
  .object({ opensAt: epochSeconds.nullable(), closesAt: epochSeconds.nullable() })
  .superRefine(({ opensAt, closesAt }, context) => {
    if (opensAt !== null && closesAt !== null && closesAt <= opensAt) {
      context.addIssue({ code: 'custom', path: ['closesAt'], message: 'must be after opensAt' })
    }
  })

export const claimControlsResponse = z.object({
  claimsOpenAt: epochSeconds.nullable(),
  claimsCloseAt: epochSeconds.nullable(),
  paused: z.boolean(),
  pauseMessage: z.string().nullable(),
  banner: claimBanner.nullable(),
  claimsOpen: z.boolean().describe('Inside the window, and not paused'),
})
export type ClaimControlsResponse = z.infer<typeof claimControlsResponse>
