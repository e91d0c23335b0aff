/** Prefixes an amount with its length: longer numbers are larger ones, and equally long ones sort as text. */
export function amountOrder(amountWei: string): string {
  return String(amountWei.length).padStart(2, '0') + amountWei
}
