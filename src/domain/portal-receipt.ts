/** What a portal confirms to a claimant that it has received. */
export interface PortalReceipt {
  /** The claim's reference id. */
  claim: string
  /** In one spelling, lower case. */
  eth: string
  sol: string
  amountUA: string
  /** SHA-256 of the holder list in force. */
  fileHash: string
  root: string
  /** By the portal's clock. */
  receivedAtMs: number
}

const HEADER = 'Ferry claim receipt'

/** The lines after the header, in order: the name in the text, and what a person reads. */
const LINES = [
  ['claim', 'Reference'],
  ['eth', 'EVM address'],
  ['sol', 'Solana address'],
  ['amount', 'Amount'],
  ['list', 'List'],
  ['root', 'Root'],
  ['received', 'Received'],
] as const

/** Returns the text that the portal signs: a header and one line for each value. */
export function receiptText(receipt: PortalReceipt): string {
  const { claim, eth, sol, amountUA, fileHash, root, receivedAtMs } = receipt
  const values = [claim, eth, sol, amountUA, fileHash, root, new Date(receivedAtMs).toISOString()]
  return [HEADER, ...LINES.map(([name], place) => `${name}: ${values[place]}`)].join('\n')
}

/** Reads a receipt's text as names and values for a person; null where it is not one. */
export function readReceiptText(text: string): (readonly [name: string, value: string])[] | null {
  const [header, ...lines] = text.split('\n')
  if (header !== HEADER || lines.length !== LINES.length) return null
  const facts = LINES.map(([name, word], place) => {
    const line = lines[place] ?? ''
    return line.startsWith(`${name}: `) ? ([word, line.slice(name.length + 2)] as const) : null
  })
  return facts.every((fact) => fact !== null) ? facts : null
}

/** Signs receipts for the portal: Ed25519 over the text in UTF-8, all in hex. */
export interface ReceiptSigner {
  readonly publicKey: string
  sign(text: string): Promise<string>
}

/** A receipt with the signature of the portal. */
export interface SignedPortalReceipt {
  text: string
  publicKey: string
  signature: string
}

export async function signReceipt(
  { publicKey, sign }: ReceiptSigner,
  receipt: PortalReceipt,
): Promise<SignedPortalReceipt> {
  const text = receiptText(receipt)
  return { text, publicKey, signature: await sign(text) }
}
