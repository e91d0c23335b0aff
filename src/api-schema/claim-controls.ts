import { z } from 'zod'
import { epochSeconds } from './primitives.ts'

const BANNER_LENGTH = 500

/** An announcement above the claim page. */
export const claimBanner = z.object({
  text: z.string().trim().min(1, 'must not be empty').max(BANNER_LENGTH),
  severity: z.enum(['info', 'warning']),
})

const controls = z.object({
  claimsOpenAt: epochSeconds.nullable(),
  claimsCloseAt: epochSeconds.nullable(),
  paused: z.boolean(),
  banner: claimBanner.nullable(),
})

/** All of them: what is left out would be changed by accident. */
export const claimControlsBody = controls.superRefine(({ claimsOpenAt, claimsCloseAt }, context) => {
  if (claimsOpenAt !== null && claimsCloseAt !== null && claimsCloseAt <= claimsOpenAt) {
    context.addIssue({ code: 'custom', path: ['claimsCloseAt'], message: 'must be after claimsOpenAt' })
  }
})

export const claimControlsResponse = controls.extend({ claimsOpen: z.boolean() })
export type ClaimControlsResponse = z.infer<typeof claimControlsResponse>
