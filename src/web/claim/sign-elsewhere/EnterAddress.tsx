import { type FormEvent, useState } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'
import { checksumAddress } from '#domain/checksum-address.ts'
import { isEvmAddress } from '#domain/evm-address.ts'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { HIDDEN, isSecret } from '#web/claim/form/read-entered-address.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { ScreenTitle } from '#web/claim/Screen.tsx'
import { readStored, store } from '#web/lib/browser-storage.ts'
import { Button, Card } from '#web/ui/basics.tsx'
import { TextField, VERBATIM } from '#web/ui/Field.tsx'

const TYPED_KEY = 'ferry-elsewhere-typed'

interface EnterAddressProps {
  portal: PortalResponse
  onEntered(address: string): void
  onBack(): void
}

/** The first screen of those who sign elsewhere: the address that held the coin. */
export function EnterAddress({ portal, onEntered, onBack }: EnterAddressProps) {
  const { elsewhere: words, form, otherWays } = useAllTexts()
  const [text, setText] = useState(() => readStored('visit', TYPED_KEY) ?? '')
  const [problem, setProblem] = useState<EvmAddressProblem | 'secret' | null>(null)

  function enter(typed: string) {
    const hasSecret = isSecret(typed)
    // Anything else than an address may be a secret, and is not kept.
    store('visit', TYPED_KEY, 'address' in readEnteredEvmAddress(typed) ? typed : null)
    setText(hasSecret ? '' : typed)
    setProblem(hasSecret ? 'secret' : null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readEnteredEvmAddress(text)
    if ('problem' in read) setProblem(read.problem)
    else onEntered(read.address)
  }

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-6">
        <div className="space-y-2">
          <ScreenTitle>{otherWays.open}</ScreenTitle>
          <p>{words.about}</p>
        </div>
        <ClaimWindowNotice portal={portal} />
        <TextField
          label={words.address}
          hint={words.addressHint}
          error={problem && (problem === 'secret' ? form.secret : words.addressProblems[problem])}
          value={text}
          onChange={(event) => enter(event.target.value)}
          {...VERBATIM}
          className="min-h-14 font-mono"
        />
        <div className="flex gap-3">
          <Button variant="quiet" size="large" onClick={onBack}>
            {words.back}
          </Button>
          <Button type="submit" variant="primary" size="large" className="min-w-0 flex-1">
            {words.check}
          </Button>
        </div>
      </form>
    </Card>
  )
}

type EvmAddressProblem = 'shape' | 'checksum' | 'solana'

/** The address with its checksum (EIP-55), or why the text is none. */
type EnteredEvmAddress = { address: string } | { problem: EvmAddressProblem }

/** Links of payment requests (EIP-681), and explorers' pages of an address. */
const LINKS = [
  /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:[@/?].*)?$/i,
  /^https?:\/\/[^/]+\/(?:[a-z-]+\/)?address\/(0x[0-9a-f]{40})(?:[/?#].*)?$/i,
]

/**
 * Reads the EVM address out of what was typed or pasted: the address itself, with or without `0x`, or a link to it. Letters of
 * one case say nothing; mixed ones have to fit the checksum.
 */
export function readEnteredEvmAddress(entered: string): EnteredEvmAddress {
  const visible = entered.replace(HIDDEN, '').trim()
  const linked = LINKS.map((link) => link.exec(visible)?.[1]).find((found) => found !== undefined) ?? visible
  const digits = linked.replace(/^0x/i, '')
  const text = `0x${digits}`
  if (!isEvmAddress(text)) return { problem: SOLANA_ADDRESS_SHAPE.test(visible) ? 'solana' : 'shape' }
  const address = checksumAddress(text)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || text === address ? { address } : { problem: 'checksum' }
}
