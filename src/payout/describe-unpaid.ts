/** Describes what an ended run leaves unpaid, in a sentence; null where that is nothing. */
export function describeUnpaid(held: number, failed: number): string | null {
  const parts: string[] = []
  if (failed > 0) parts.push(`${failed} ${failed === 1 ? 'payment' : 'payments'} failed`)
  if (held > 0) parts.push(`${held} ${held === 1 ? 'payment is' : 'payments are'} on hold`)
  return parts.length > 0 ? `${parts.join(', ')}.` : null
}
