import type { SealedRecord } from '#domain/sealed-record.ts'

const FIELD_WORDS: Record<string, string> = {
  evmAddress: 'the EVM address',
  ethSigned: 'the spelling of the EVM address',
  solAddress: 'the Solana address',
  amountWei: 'the amount of the coin',
  amountUA: 'the amount',
  chainId: 'the chain',
  nonce: 'the nonce',
  signature: 'the signature',
  signedBy: 'the kind of signer',
  siweTerms: 'what its message names',
  recipient: 'the recipient',
  baseUnits: 'the amount',
  mintAddress: 'the token',
  genesisHash: 'the cluster',
  fileName: 'the name of the file',
  fileHash: 'the hash of the file',
  root: 'the root',
  addressCount: 'the number of addresses',
  totalWei: 'the total',
  publishedAtMs: 'the time of publication',
}

/** The name of each kind, and the event at which it is sealed. */
const KIND_WORDS: Record<SealedRecord['kind'], readonly [what: string, when: string]> = {
  claim: ['claim', 'it was accepted'],
  distribution_row: ['row of its distribution', 'the file was uploaded'],
  holder_list: ['holder list', 'it was published'],
  superseded_list: ['holder list', 'another replaced it'],
  list_upload: ['upload', 'it was shown'],
  admin_session: ['session', 'it was opened'],
  known_client: ['device', 'it signed in'],
  attempt: ['transaction', 'it was signed'],
  balance_anchor: ['balance of the sending wallet', 'it was read'],
  acknowledgement: ['acknowledgement', 'it was given'],
  passkey: ['passkey', 'it was registered'],
  maker: ['name of who did it', 'it was noted'],
  challenge: ['challenge', 'it was made'],
}

/** The fields that identify a record: where they differ, the seal belongs to another one. */
const IDENTITY = ['id', 'distributionId', 'rowNumber']

/** Says in words why a seal is not a record's, and what differs from the record that it was made for. */
export function explainBrokenSeal(
  { kind, fields }: SealedRecord,
  seal: string,
  differing: readonly string[],
): string {
  const [what, when] = KIND_WORDS[kind]
  if (seal === '') return `The ${what} has no seal: it did not come in through this server`
  if (differing.length === fields.length) {
    return `The seal of the ${what} was not made with this SECRETS_KEY: the key was changed, or the seal was forged`
  }
  if (differing.some((name) => IDENTITY.includes(name))) return `The seal of the ${what} is another one's`
  if (differing.length === 0) return `The seal of the ${what} was altered`
  const names = differing.map((name) => FIELD_WORDS[name] ?? name)
  const list = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
  return `The ${what} was changed after ${when}: ${list} ${names.length === 1 ? 'is not as it was' : 'are not as they were'} then`
}
