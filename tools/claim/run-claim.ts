import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { payableAmount } from '#domain/amounts.ts'
import { NONCE_MAX_AGE_MS } from '#domain/claim-message.ts'
import { CommandRefusedError } from '#domain/refused-error.ts'
import type { ClaimOptions } from './claim-options.ts'
import { openKeystore } from './open-keystore.ts'
import { askPortal, type ClaimToMake, lookUpClaim, submitClaim } from './portal.ts'
import type { Terminal } from './terminal.ts'

const KEY_MINUTES = NONCE_MAX_AGE_MS.key / 60_000

/**
 * Claims from the command line: signs with a keystore, or prints the text for another place to sign, or submits what was signed
 * there. Throws CommandRefusedError where it does not come to that.
 */
export async function runClaim(options: ClaimOptions, terminal: Terminal): Promise<void> {
  const { way } = options
  const portal = await askPortal(options.portal, endpoints.public.portal)
  const serverMs = serverClock(portal)
  if (way.kind !== 'print') assertOpen(portal)
  if (way.kind === 'print') {
    const claim = await lookUpClaim(options, portal, way.eth)
    describe(claim, options, terminal)
    printText(claim, options, serverMs(), terminal)
  } else if (way.kind === 'signed') {
    const claim = await lookUpClaim(options, portal, way.eth)
    await submit(claim, options, terminal, () => way)
  } else {
    const account = await openKeystore(way.file, () => terminal.askPassword('Password of the keystore: '))
    const claim = await lookUpClaim(options, portal, account.address)
    await submit(claim, options, terminal, async () => {
      const nonce = `${serverMs()}`
      return { nonce, signature: await account.signMessage({ message: claim.messageAt(nonce) }) }
    })
  }
}

/** Shows the claim, asks, has it signed, and submits it. */
async function submit(
  claim: ClaimToMake,
  { portal: origin, corrects, confirmProgramOwned, yes }: ClaimOptions,
  terminal: Terminal,
  sign: () => Signature | Promise<Signature>,
): Promise<void> {
  const { eth, sol, chainId, messageAt } = claim
  describe(claim, { portal: origin }, terminal)
  if (!yes && !(await terminal.confirm('Submit this claim?'))) {
    throw new CommandRefusedError('Nothing was submitted.')
  }
  const { nonce, signature } = await sign()
  const body = { eth, sol, nonce, signature, chainId, ...(confirmProgramOwned && { confirmProgramOwned }) }
  const id = await submitClaim(origin, { body, message: messageAt(nonce), corrects })
  terminal.say('The claim was submitted and is queued for payout. Its reference id:')
  terminal.put(`${id}\n`)
}

interface Signature {
  nonce: string
  signature: string
}

/** The claim in full, for comparing by eye. */
function describe(
  { portal, eth, sol, amountUA, isUnused }: ClaimToMake,
  { portal: origin }: Pick<ClaimOptions, 'portal'>,
  { say }: Terminal,
): void {
  const { tokenName, tokenSymbol, payoutDecimals, publicUrl } = portal
  say(`Portal          ${origin}, ${tokenName}`)
  if (publicUrl !== null && publicUrl !== origin) say(`  it says of itself that it is at ${publicUrl}`)
  say(`EVM address     ${eth}`)
  say(`Allocation      ${amountUA} ${tokenSymbol}`)
  const arrives = payoutDecimals === null ? amountUA : payableAmount(amountUA, payoutDecimals)
  if (arrives !== amountUA) say(`  what arrives  ${arrives} ${tokenSymbol} (${payoutDecimals} decimals)`)
  say(`Solana address  ${sol}`)
  if (isUnused) say('  it was never used on Solana: right for a new wallet, else a character is wrong')
}

/** Prints the text alone to the output, without a line break at its end: with one it would be another text. */
function printText(
  { eth, chainId, messageAt }: ClaimToMake,
  { portal, sol, corrects, confirmProgramOwned }: ClaimOptions,
  nowMs: number,
  { say, put }: Terminal,
): void {
  const nonce = `${nowMs}`
  say(`\nThe text to sign, exactly as it stands, within ${KEY_MINUTES} minutes:\n`)
  put(messageAt(nonce))
  const flags = [corrects && '--correct', confirmProgramOwned && '--confirm-program-owned'].filter(Boolean)
  const command = [
    `npm run claim -- --portal ${portal} --sol ${sol} --eth ${eth} --chain-id ${chainId}`,
    ...flags,
    `--nonce ${nonce} --signature <hex>`,
  ]
  say(`\n\nThen submit what was signed:\n\n${command.join(' ')}`)
}

/** The server tells whole seconds: a clock that is right may be this much further. */
const SAME_TIME_MS = 2_000

/**
 * Returns the server's time: by this machine's clock where that is right, which tells two claims of one second apart, else by the time that
 * has passed since the server told its own.
 */
function serverClock({ serverTime }: PortalResponse): () => number {
  const toldMs = serverTime * 1000
  const askedAt = performance.now()
  const aheadMs = Date.now() - toldMs
  const startMs = aheadMs >= 0 && aheadMs < SAME_TIME_MS ? Date.now() : toldMs
  return () => Math.floor(startMs + performance.now() - askedAt)
}

function assertOpen({ claimsOpen, paused }: PortalResponse): void {
  if (claimsOpen) return
  throw new CommandRefusedError(
    paused ? 'Claims are paused on this portal.' : 'This portal does not take claims now.',
  )
}
