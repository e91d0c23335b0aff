import { z } from 'zod'
import { CLUSTER_NAMES } from '#domain/cluster-name.ts'
import { LEFT_OUT_REASONS } from '#domain/payment.ts'

/** An exact decimal in whole units, as a string. Money is never a JSON number. */
export const decimalString = z.string().regex(/^\d+(\.\d+)?$/)

/** Whole seconds since the epoch. */
export const epochSeconds = z.number().int().nonnegative()

export const cluster = z.enum(CLUSTER_NAMES)

/** Lower-case hex SHA-256 of a file's bytes as they were given. */
export const fileHash = z.string().regex(/^[0-9a-f]{64}$/)

/** A Keccak-256 hash, such as the root of a holder list's Merkle tree or another of its nodes. */
export const treeHash = z.string().regex(/^0x[0-9a-f]{64}$/)

export const okResponse = z.object({ ok: z.literal(true) })

export const messageResponse = z.object({ message: z.string() })

/** The fields of a query by which a list is read in pages. */
export const pageFields = (usual: number, most = 500) => ({
  limit: z.coerce.number().int().min(1).max(most).default(usual),
  cursor: z.string().max(300).optional().describe('Opaque: as the page before gave it'),
})

/** A number of payments, and their sum in whole tokens. */
export const paymentSum = z.object({ payments: z.number().int(), amountUA: decimalString })

/** Owed payments that will not be made as things stand, by reason. */
export const leftOut = z.array(
  z.object({
    reason: z
      .enum(LEFT_OUT_REASONS)
      .describe(
        '`floored`: less than the smallest unit; `too_large`: more than a token account holds; `unusable`: the address is no wallet, or its token account no longer its own; `held`: on hold, also until a changed record is looked at',
      ),
    count: z.number().int(),
  }),
)
