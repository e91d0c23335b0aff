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
  /** The field's error: the text has a wrong shape, or an address is required. */
  complaint: 'invalid' | 'required' | null
  /** The reason why this address is refused, or needs a confirmation. */
  problem: AddressProblem | null
  enter(text: string): void
  /** Returns true when the wallet may be asked. Otherwise the field now shows why not. */
  check(): Promise<boolean>
}

/** Holds the Solana address during entry, as the draft of the account `eth`. */
export function useAddressEntry(eth: string): AddressEntry {
  const [text, setText] = useState(() => readDraft(eth))
  const [complaint, setComplaint] = useState<AddressEntry['complaint']>(() => complaintAbout(readDraft(eth)))
  const [problem, setProblem] = useState<AddressProblem | null>(null)
  const latest = useRef(text)

  useEffect(() => {
    loadClassifier().catch(() => {})
  }, [])

  useEffect(() => {
    latest.current = text
    classifyAddress(text).then((found) => latest.current === text && setProblem(found))
  }, [text])

  function enter(typed: string) {
    const entered = typed.trim()
    keepDraft(eth, entered)
    setText(entered)
    setProblem(null)
    setComplaint(complaintAbout(entered))
  }

  async function check() {
    if (!SOLANA_ADDRESS_SHAPE.test(text)) {
      setComplaint('required')
      return false
    }
    const found = await classifyAddress(text)
    setProblem(found)
    return found === null || found === 'sol_off_curve_unconfirmed'
  }

  return { text, hasShape: SOLANA_ADDRESS_SHAPE.test(text), complaint, problem, enter, check }
}

/** Checks the shape during typing: an empty field is no error yet. */
function complaintAbout(text: string): AddressEntry['complaint'] {
  return text === '' || SOLANA_ADDRESS_SHAPE.test(text) ? null : 'invalid'
}
