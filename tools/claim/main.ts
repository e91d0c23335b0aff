import { readOptions } from '#bin/read-options.ts'
import { CommandRefusedError } from '#domain/command-refused-error.ts'
import { claimOptions } from './claim-options.ts'
import { runClaim } from './run-claim.ts'
import { processTerminal } from './terminal.ts'

const values = readOptions({
  /** The portal's address. */
  portal: { type: 'string' },
  /** The Solana address that the tokens go to. */
  sol: { type: 'string' },
  /** A Web3 keystore (version 3) with the key that signs. */
  keystore: { type: 'string' },
  /** The address that claims, where its key is elsewhere: prints the text to be signed. */
  eth: { type: 'string' },
  /** With --eth and --nonce: the signature of that text, to be submitted. */
  signature: { type: 'string' },
  /** The nonce of the text that was signed. */
  nonce: { type: 'string' },
  /** The chain of a contract wallet; the portal's first one unless given. */
  'chain-id': { type: 'string' },
  /** Replaces the Solana address of a claim that was made before. */
  correct: { type: 'boolean', default: false },
  /** Confirms a Solana address that a program controls, as with a multisig vault. */
  'confirm-program-owned': { type: 'boolean', default: false },
  /** Asks nothing. */
  yes: { type: 'boolean', default: false },
})

try {
  await runClaim(claimOptions(values), processTerminal)
} catch (error) {
  if (!(error instanceof CommandRefusedError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
