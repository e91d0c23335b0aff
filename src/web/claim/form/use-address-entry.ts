import { useEffect, useRef, useState } from 'react'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'
import type { AddressProblem } from '#web/claim/language/en.ts'
import { classifyAddress, loadClassifier } from './classify-address.ts'
import { keepDraft, readDraft } from './draft.ts'

/** The Solana address as it is being entered. */
export interface AddressEntry {
  text: string
  /** 32 to 44 base58 characters. */
  hasShape: boolean
  /** What the field says of its text: the shape is wrong, or there is none where one is needed. */
  complaint: 'invalid' | 'required' | null
  /** Why this address is not taken as it is, or what has to be confirmed first. */
  refusal: AddressProblem | null
  enter(text: string): void
  /** True when the wallet may be asked. Otherwise the field now says why not. */
  check(): Promise<boolean>
}

/** `eth` is the account whose draft it is. */
export function useAddressEntry(eth: string): AddressEntry {
  const [text, setText] = useState(() => readDraft(eth))
  const [complaint, setComplaint] = useState<AddressEntry['complaint']>(() => complaintAbout(readDraft(eth)))
  const [refusal, setRefusal] = useState<AddressProblem | null>(null)
  const latest = useRef(text)

  useEffect(() => {
    loadClassifier().catch(() => {})
  }, [])

  useEffect(() => {
    latest.current = text
    classifyAddress(text).then((found) => latest.current === text && setRefusal(found))
  }, [text])

  function enter(typed: string) {
    const entered = typed.trim()
    keepDraft(eth, entered)
    setText(entered)
    setRefusal(null)
    setComplaint(complaintAbout(entered))
  }

  async function check() {
    if (!SOLANA_ADDRESS_SHAPE.test(text)) {
      setComplaint('required')
      return false
    }
    const found = await classifyAddress(text)
    setRefusal(found)
    return found === null || found === 'sol_off_curve_unconfirmed'
  }

  return { text, hasShape: SOLANA_ADDRESS_SHAPE.test(text), complaint, refusal, enter, check }
}

/** While someone types: an empty field is no mistake yet. */
function complaintAbout(text: string): AddressEntry['complaint'] {
  return text === '' || SOLANA_ADDRESS_SHAPE.test(text) ? null : 'invalid'
}
