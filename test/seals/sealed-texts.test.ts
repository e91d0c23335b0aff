import { expect, test } from 'vitest'
import { sealSessionToken } from '#app/sessions/sessions.ts'
import { createAllocationSeal, createRecordSeal } from '#config/seals.ts'
import {
  type SealedRecord,
  sealedAttempt,
  sealedClaim,
  sealedHolderList,
  sealedRow,
  sealedSupersededList,
  sealedText,
  sealedUpload,
} from '#domain/sealed-record.ts'
import { sealedAnchor } from '#store/records/anchors.ts'
import { sealedAcknowledgement } from '#store/records/known-transactions.ts'

/**
 * The text of each kind of record that a seal is made over, and the seal under one key, as every released Ferry makes them. None may
 * change by a byte: what was sealed with the text before would be held as altered.
 */

/** A made-up row, as far as it is sealed. */
const raw = <Row>(row: object): Row => row as Row

const seals = createRecordSeal(Buffer.alloc(32, 7))

const CLAIM = {
  seq: 9,
  id: 'FERRY-1',
  evmAddress: '0x00000000000000000000000000000000000000aa',
  ethSigned: '0x00000000000000000000000000000000000000AA',
  solAddress: 'So1ana',
  snapshotId: 3,
  amountWei: 1500000000000000001n,
  amountUA: '1.5',
  chainId: 56,
  nonce: '1700000000',
  signature: '0xab"c',
  signedBy: 'key',
  siweTerms: null,
  seal: 'another',
  status: 'queued',
  submittedAtMs: 1,
  solTx: null,
  correctedAtMs: null,
  settledAtMs: null,
  rejectReason: null,
}

const TRANSFER = {
  id: 4,
  claimId: 'FERRY-1',
  evmAddress: CLAIM.evmAddress,
  distributionId: null,
  rowNumber: null,
  recipient: 'So1ana',
  baseUnits: 1500000000n,
  mintAddress: 'mint',
  mintDecimals: 9,
  genesisHash: 'genesis',
}

const LIST = {
  id: 3,
  nonce: 'nonce',
  fileName: 'holders, "all".csv',
  fileHash: 'hash',
  root: '0xroot',
  addressCount: 2,
  payableCount: 1,
  totalWei: 30n,
  publishedAtMs: 5,
  seal: 'another',
  state: 'published',
}

const UPLOAD = {
  id: 'upload',
  fileName: 'holders.csv',
  fileHash: 'hash',
  baseSnapshotId: 3,
  restoredId: null,
  asked: '{"a":1}',
  createdAtMs: 1,
}

const RUN = { id: 8, genesisHash: 'genesis', walletAddress: 'wallet', mintAddress: 'mint' }

const RECORDS: Record<string, SealedRecord> = {
  claim: sealedClaim(raw(CLAIM)),
  'a claim of an EIP-4361 message': sealedClaim(
    raw({
      ...CLAIM,
      // In another order than it is sealed.
      siweTerms: { termsHash: null, tokenSymbol: 'T', publicUrl: 'https://a.example', fileHash: 'hash' },
    }),
  ),
  'a row of a distribution': sealedRow(
    raw({ ...TRANSFER, evmAddress: null, claimId: null, distributionId: 'D-1', rowNumber: 2 }),
  ),
  'a row with a number in bytes': sealedRow(
    raw({ ...TRANSFER, distributionId: 'D-1', rowNumber: Buffer.from('2') }),
  ),
  'a holder list': sealedHolderList(raw(LIST)),
  'a list that can not be named': sealedHolderList(
    raw({ ...LIST, fileHash: null, root: null, publishedAtMs: null }),
  ),
  'a superseded list': sealedSupersededList(raw(LIST)),
  'an upload': sealedUpload(raw(UPLOAD)),
  'a transaction': sealedAttempt(
    raw({ id: 'A', signature: 'sig', kind: 'payment', baseUnits: 10n, state: 'paid' }),
    [raw({ ...TRANSFER, id: 7, evmAddress: null, distributionId: 'D-1', rowNumber: 2 }), raw(TRANSFER)],
  ),
  'a marker': sealedAttempt(raw({ signature: 'sig', kind: 'marker', baseUnits: 0n }), []),
  'a balance before a run': sealedAnchor(
    raw(RUN),
    { slot: 11, baseUnits: 12n },
    raw({ digestBefore: () => 'digest' }),
  ),
  'an acknowledgement': sealedAcknowledgement({ genesisHash: 'genesis', signature: 'sig' }),
}

test('each record is sealed over the same text as ever', () => {
  const texts = Object.entries(RECORDS).map(([name, record]) => [name, sealedText(record)])
  expect(Object.fromEntries(texts)).toMatchInlineSnapshot(`
    {
      "a balance before a run": "["ferry",1,"balance_anchor",[["run","8"],["genesisHash","genesis"],["walletAddress","wallet"],["mintAddress","mint"],["slot","11"],["baseUnits","12"],["paid_before","digest"]]]",
      "a claim of an EIP-4361 message": "["ferry",1,"claim",[["id","FERRY-1"],["evmAddress","0x00000000000000000000000000000000000000aa"],["ethSigned","0x00000000000000000000000000000000000000AA"],["solAddress","So1ana"],["amountWei","1500000000000000001"],["amountUA","1.5"],["chainId","56"],["nonce","1700000000"],["signature","0xab\\"c"],["signedBy","key"],["siweTerms","[\\"https://a.example\\",\\"T\\",\\"hash\\",\\"null\\"]"]]]",
      "a holder list": "["ferry",1,"holder_list",[["id","3"],["nonce","nonce"],["fileName","holders, \\"all\\".csv"],["fileHash","hash"],["root","0xroot"],["addressCount","2"],["totalWei","30"],["publishedAtMs","5"]]]",
      "a list that can not be named": "["ferry",1,"holder_list",[["id","3"],["nonce","nonce"],["fileName","holders, \\"all\\".csv"],["fileHash","null"],["root","null"],["addressCount","2"],["totalWei","30"],["publishedAtMs","null"]]]",
      "a marker": "["ferry",1,"attempt",[["signature","sig"],["kind","marker"],["baseUnits","0"],["transfers","[]"]]]",
      "a row of a distribution": "["ferry",1,"distribution_row",[["distributionId","D-1"],["rowNumber","2"],["recipient","So1ana"],["baseUnits","1500000000"],["mintAddress","mint"],["genesisHash","genesis"]]]",
      "a row with a number in bytes": "["ferry",1,"distribution_row",[["distributionId","D-1"],["rowNumber","bytes"],["recipient","So1ana"],["baseUnits","1500000000"],["mintAddress","mint"],["genesisHash","genesis"]]]",
      "a superseded list": "["ferry",1,"superseded_list",[["id","3"],["nonce","nonce"],["fileName","holders, \\"all\\".csv"],["fileHash","hash"],["root","0xroot"],["addressCount","2"],["totalWei","30"],["publishedAtMs","5"]]]",
      "a transaction": "["ferry",1,"attempt",[["signature","sig"],["kind","payment"],["baseUnits","10"],["transfers","[\\"[\\\\\\"4\\\\\\",\\\\\\"0x00000000000000000000000000000000000000aa\\\\\\",null,null,\\\\\\"So1ana\\\\\\",\\\\\\"1500000000\\\\\\",\\\\\\"mint\\\\\\",\\\\\\"genesis\\\\\\"]\\",\\"[\\\\\\"7\\\\\\",null,\\\\\\"D-1\\\\\\",\\\\\\"2\\\\\\",\\\\\\"So1ana\\\\\\",\\\\\\"1500000000\\\\\\",\\\\\\"mint\\\\\\",\\\\\\"genesis\\\\\\"]\\"]"]]]",
      "an acknowledgement": "["ferry",1,"acknowledgement",[["genesisHash","genesis"],["signature","sig"]]]",
      "an upload": "["ferry",1,"list_upload",[["id","upload"],["fileName","holders.csv"],["fileHash","hash"],["baseSnapshotId","3"],["restoredId","null"],["asked","{\\"a\\":1}"]]]",
      "claim": "["ferry",1,"claim",[["id","FERRY-1"],["evmAddress","0x00000000000000000000000000000000000000aa"],["ethSigned","0x00000000000000000000000000000000000000AA"],["solAddress","So1ana"],["amountWei","1500000000000000001"],["amountUA","1.5"],["chainId","56"],["nonce","1700000000"],["signature","0xab\\"c"],["signedBy","key"],["siweTerms","null"]]]",
    }
  `)
})

test('each seal is the same as ever', () => {
  const made = Object.entries(RECORDS).map(([name, record]) => [name, seals.make(record)])
  expect(Object.fromEntries(made)).toMatchInlineSnapshot(`
    {
      "a balance before a run": "7ee30c4d41e239bb4dd4054396e6ace372601abee65755b9d70418ee1204e2bdb946dc1f20843b2305fa8b47353bfa2b9ceb8bb4b0819d590539b19b",
      "a claim of an EIP-4361 message": "59e7093b7de0e44bb912119dd140e9860c2b00a08bbbe59c615229ed9b47470dc416b86d427174496b33408f79e06d9750fd614b91dec430ce5a8f00d34c4e443b10e6e7aae7e43d0a4fcd87",
      "a holder list": "5fcb573b377ec84afa0adf23acecd05e3a27a3da2590bb20c7168ca69506f51d8775d20cbe0143aa9dbd527b377183a287ba03d8315e969888dc2d03efdd0c76",
      "a list that can not be named": "be96230192fe714a4290b283268d742d0ad9a620e3f557a8f6c2c03bb704ff3f8775d20cbe0143aa9dbd527b27fef22978dc0bd9315e969888dc2d03e9f47c1e",
      "a marker": "9296eb1ce44cf2fb1593b9c219cf62d4c5fbd72732bf0d213622b38aefb2f9e0ae69e5ab4922918bcfde1e04203501cf",
      "a row of a distribution": "acd2c8a9789d60f56c3624e1591a6ab8cfca4c3052ee41510f7bb6f7ab75425eeffc3bf206019751e498dd59b479f05fe9b8507b118857f5",
      "a row with a number in bytes": "18a38e69c3a44ff807e26ec568ade19b104f21ac02875881800b4ad3d31b2459effc3bf23e7502bfe498dd59b479f05fe9b8507b118857f5",
      "a superseded list": "430e46adbae5ed1c4845c1607cdf593808ba8a4a4acf7e5fa21f268d276ffa893b8268b70f4f4ea53e48bc06d7c0ddf06ff98a715e727be9acb64aa1966dff51",
      "a transaction": "779b5f9443e947911c85481cd55c2e03b5b333f55a03de36c9f047ccab40f907ae69e5ab625fa1c333432e7960533f41",
      "an acknowledgement": "fee5ec23be2dcfba3cb60b2bda377affc1611e9dab5ff5ca7cc7790f9baf30e4c09cdab0571392ab",
      "an upload": "cfe94bf9ccaf3a912b4ab5b4eaa142d992c8b8ae607b150b00e94bb2b4dbd6ac2e0b692ae25cd1da7653a2470c337f1edabbb2a3df4728b4",
      "claim": "9ff3a27ebbec7416455f4a504e2e231a0f1d7f95df52ce8e614f4e8594ffc317c416b86d427174496b33408f79e06d9750fd614b91dec430ce5a8f00d34c4e443b10e6e7aae7e43d799f9888",
    }
  `)
  const session = sealSessionToken(raw({ seals, sessionTerms: { passwordFingerprint: 'print' } }), 'token')
  expect(session).toMatchInlineSnapshot(
    `"375aaed63130607018447dd42ccc4bb80545b6d55d45a9b88db10321a458241b239d58c4ff1acc5a"`,
  )
  const rows = createAllocationSeal(Buffer.alloc(32, 7))
  expect(rows.make('nonce', CLAIM.evmAddress, '30')).toMatchInlineSnapshot(`"CAQewUcz8rZ1NkKGxxA_vg"`)
})
