/** What a portal confirms to a claimant that it has received. */
export interface PortalReceipt {
  /** Its address, or the name of its token where it has none. */
  portal: string
  /** Of the token that it pays; null where no sender is configured yet. */
  mint: string | null
  /** Name and symbol. */
  token: string
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

/** The lines of a receipt up to 0.2.0, in order: the name in the text, and what a person reads. */
const CLAIM_LINES = [
  ['claim', 'Reference'],
  ['eth', 'EVM address'],
  ['sol', 'Solana address'],
  ['amount', 'Amount'],
  ['list', 'List'],
  ['root', 'Root'],
  ['received', 'Received'],
] as const

/** The lines after the header: they say of which portal and token the claim is. */
const LINES = [['portal', 'Portal'], ['mint', 'Mint'], ['token', 'Token'], ...CLAIM_LINES] as const

/** Returns the text that the portal signs: a header and one line for each value. */
export function receiptText(receipt: PortalReceipt): string {
  const { portal, mint, token, claim, eth, sol, amountUA, fileHash, root, receivedAtMs } = receipt
  const received = new Date(receivedAtMs).toISOString()
  const values = [portal, mint ?? 'not set yet', token, claim, eth, sol, amountUA, fileHash, root, received]
  return [HEADER, ...LINES.map(([name], place) => `${name}: ${onOneLine(values[place])}`)].join('\n')
}

const onOneLine = (value = '') => value.replace(/\s+/g, ' ')

/** Reads a receipt's text as names and values for a person; null where it is not one. */
export function readReceiptText(text: string): (readonly [name: string, value: string])[] | null {
  const [header, ...lines] = text.split('\n')
  const wanted = lines.length === CLAIM_LINES.length ? CLAIM_LINES : LINES
  if (header !== HEADER || lines.length !== wanted.length) return null
  const facts = wanted.map(([name, word], place) => {
    const line = lines[place] ?? ''
    return line.startsWith(`${name}: `) ? ([word, line.slice(name.length + 2)] as const) : null
  })
  return facts.every((fact) => fact !== null) ? facts : null
}

/** A key that receipts are signed with from some time on. Signatures are of both keys under receiptKeyText. */
export interface ReceiptKey {
  key: string
  /** Epoch seconds. */
  from: number
  /** Null for the first key, and where the one before was lost. */
  signedByPrevious: string | null
  /** By this key: who knows it alone learns which one was before, and no stranger's key can name it as its next. */
  confirmsPrevious: string | null
}

/** Returns the text that a key and the one before it both sign. */
export function receiptKeyText(next: { previous: string; key: string; from: number }): string {
  const { previous, key, from } = next
  return `Ferry receipt key\nprevious: ${previous}\nkey: ${key}\nfrom: ${new Date(from * 1_000).toISOString()}`
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
