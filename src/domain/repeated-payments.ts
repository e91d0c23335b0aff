/** Another distribution of the very same file, which was paid before. */
export interface PaidFile {
  id: string
  fileName: string
  paidAtMs: number
}

/** The payments that a distribution owes, and how many of them another list has paid, or is paying. */
export interface RepeatedPayments {
  owed: number
  /** Owed payments for which there is another one of the same amount to the same wallet. */
  paidBefore: number
  sameFile: PaidFile | null
}

/** True where a start would pay a file again, or mostly what was paid before: nobody means that without being told. */
export function isRepeated({ owed, paidBefore, sameFile }: RepeatedPayments): boolean {
  return sameFile !== null || paidBefore * 2 > owed
}

/** Returns the words that are to be typed before a repeated distribution is paid: they name how much of it is paid again. */
export function repeatConfirmation({ owed, paidBefore }: RepeatedPayments): string {
  const again = paidBefore === 0 ? owed : paidBefore
  return `${again} ${again === 1 ? 'payment' : 'payments'} again`
}
