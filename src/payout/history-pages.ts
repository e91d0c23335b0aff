import type { Address, Signature } from '@solana/kit'
import type { HistoryEntry, SolanaRpc } from '#solana/solana-rpc.ts'

/** The most entries that a node returns in one answer. */
const FULL_PAGE = 1_000

/** Reads an account's finalized history page by page, newest first, to its end. No page is empty. */
export async function* historyPages(
  node: SolanaRpc,
  account: Address,
  minContextSlot: number,
): AsyncGenerator<HistoryEntry[], void, void> {
  let before: Signature | undefined
  for (;;) {
    const page = await node.historyOf(account, { before, minContextSlot })
    const oldest = page.at(-1)
    if (!oldest) return
    yield page
    before = oldest.signature as Signature
  }
}

/** Returns the slot of a page's last entry. */
export function oldestSlot(page: readonly HistoryEntry[]): number {
  return page.at(-1)?.slot ?? Number.POSITIVE_INFINITY
}

/** Returns true for a full page: more entries may follow it. */
export function isFullPage(page: readonly HistoryEntry[]): boolean {
  return page.length >= FULL_PAGE
}
