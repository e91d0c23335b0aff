import { readOptions } from '#bin/read-options.ts'
import { CommandRefusedError } from '#domain/refused-error.ts'
import { claimOptions } from './claim-options.ts'
import { runClaim } from './run-claim.ts'
import { processTerminal } from './terminal.ts'

const values = readOptions(
  { name: 'npm run claim', does: 'Makes or corrects a claim without a browser.' },
  {
    portal: { type: 'string', help: "The portal's address" },
    sol: { type: 'string', help: 'The Solana address that the tokens go to' },
    keystore: { type: 'string', help: 'A Web3 keystore (version 3) with the key that signs' },
    eth: {
      type: 'string',
      help: 'The address that claims, where its key is elsewhere: prints the text to be signed',
    },
    signature: {
      type: 'string',
      help: 'With --eth and --nonce: the signature of that text, to be submitted',
    },
    nonce: { type: 'string', help: 'The nonce of the text that was signed' },
    'chain-id': {
      type: 'string',
      help: "The chain of a contract wallet; the portal's first one unless given",
    },
    correct: {
      type: 'boolean',
      help: 'Replaces the Solana address of a claim that was made before',
      default: false,
    },
    'confirm-program-owned': {
      type: 'boolean',
      help: 'Confirms a Solana address that a program controls, as with a multisig vault',
      default: false,
    },
    yes: { type: 'boolean', help: 'Asks nothing', default: false },
  },
)

try {
  await runClaim(claimOptions(values), processTerminal)
} catch (error) {
  if (!(error instanceof CommandRefusedError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
