import { createHash, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import { sealedUpload } from '#domain/sealed-record.ts'
import type { AskedUpload } from '#domain/snapshot.ts'

/**
 * Makes the part of an upload's id that only who was asked has: nobody who writes to the database exchanges the bytes, or what was asked,
 * between the preview and its answer.
 */
export function uploadSeal({ seals }: Pick<AppContext, 'seals'>, upload: AskedUpload): string {
  return createHash('sha256')
    .update(seals.make(sealedUpload(upload)))
    .digest('base64url')
}

/** Tells whether a seal is this upload's. */
export function fitsUpload(portal: Pick<AppContext, 'seals'>, upload: AskedUpload, seal: string): boolean {
  const [expected, given] = [Buffer.from(uploadSeal(portal, upload)), Buffer.from(seal)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
