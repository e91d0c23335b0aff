/** First six and last four characters, where a full address would not be read anyway. */
export function shortenAddress(address: string): string {
  return address.length <= 11 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}
