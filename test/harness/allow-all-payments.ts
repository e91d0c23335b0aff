import type { PaymentAuthorization } from '#payout/payment-authorization.ts'

/** Allows every payment: for rows that a test made up, which were never accepted. */
export const ALLOW_ALL_PAYMENTS: PaymentAuthorization = { check: async () => new Map() }
