/** A registered passkey: the second secret of one person. Binary values are base64url. */
export interface Passkey {
  id: string
  person: string
  /** What its person calls it. */
  name: string
  credentialId: string
  /** As COSE has it. */
  publicKey: string
  /** The relying-party id and the origin that it was registered at, and answers for. */
  rpId: string
  origin: string
  createdAtMs: number
  /** How often it has signed, as it says; 0 where it does not count. */
  counter: number
  lastUsedAtMs: number | null
  /** When the newest challenge was issued that it has answered: an answer to none before is taken any more. */
  answeredAtMs: number
  seal: string
}

/** The person who uploaded a distribution or published a list. */
export interface Maker {
  /** `list <id>` or `distribution <id>`. */
  subject: string
  person: string
  seal: string
}

/** Tells people apart by their names, however they are typed. */
export function foldPerson(person: string): string {
  return person.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}
