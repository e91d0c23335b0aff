import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isEvmAddress } from '#domain/evm-address.ts'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'
import type { AddressProblem } from '#web/claim/language/en.ts'
import { keepDraft, readDraft } from './draft.ts'
import { destinationQuery, useDestination } from './lookups.ts'
import { readPending } from './pending-claim.ts'
import {
  type AddressSource,
  type EnteredAddress,
  isSecret,
  readEnteredAddress,
} from './read-entered-address.ts'

/** The Solana address as it is being entered. */
export interface AddressEntry extends EnteredAddress {
  /** 32 to 44 base58 characters. */
  hasShape: boolean
  /** The field's error: the text has a wrong shape, an address is required, or a secret was entered and is gone. */
  complaint: 'invalid' | 'required' | 'secret' | null
  /** The reason why this address is refused, or needs a confirmation. */
  problem: AddressProblem | null
  /** The address is being looked up on the cluster. */
  isChecking: boolean
  /** No account exists there yet. */
  isUnused: boolean
  enter(text: string): void
  /**
   * Returns true when the wallet may be asked: for the address that is in the field now, one call at a time. Otherwise the field
   * shows why not.
   */
  check(): Promise<boolean>
}

/** Holds the Solana address during entry, as the draft of the account `eth`. */
export function useAddressEntry(eth: string): AddressEntry {
  const queryClient = useQueryClient()
  const [text, setText] = useState(() => beginWith(eth))
  const [source, setSource] = useState<AddressSource | null>(null)
  const [complaint, setComplaint] = useState<AddressEntry['complaint']>(() => complaintAbout(text))
  const [textProblem, setTextProblem] = useState<AddressProblem | null>(null)
  const latest = useRef<string | null>(text)
  const isBusy = useRef(false)

  const hasShape = SOLANA_ADDRESS_SHAPE.test(text)
  const destination = useDestination(hasShape && !isRefusal(textProblem) ? text : null)
  const { report } = destination
  const problem = report === null || isRefusal(textProblem) ? textProblem : report.problem

  useEffect(() => {
    loadClassifier().catch(() => {})
  }, [])

  useEffect(() => {
    latest.current = text
    classifyAddress(text).then((found) => latest.current === text && setTextProblem(found))
    return () => {
      latest.current = null
    }
  }, [text])

  function enter(typed: string) {
    if (isSecret(typed)) {
      keepDraft(eth, '')
      setText('')
      setSource(null)
      setTextProblem(null)
      setComplaint('secret')
      return
    }
    const entered = readEnteredAddress(typed)
    keepDraft(eth, entered.text)
    setText(entered.text)
    setSource(entered.source)
    setTextProblem(null)
    setComplaint(complaintAbout(entered.text))
  }

  async function check() {
    if (!hasShape) {
      setComplaint('required')
      return false
    }
    if (isBusy.current) return false
    isBusy.current = true
    const found = await findProblem(text).finally(() => {
      isBusy.current = false
    })
    if (latest.current !== text) return false
    // What has to be confirmed may be signed for once that was shown.
    return found === null || (found === problem && !isRefusal(found))
  }

  /** Waits for the portal's word on the address, so that Enter right after pasting signs for nothing that is refused. */
  async function findProblem(address: string): Promise<AddressProblem | null> {
    const found = await classifyAddress(address)
    if (isRefusal(found)) return found
    const report = await queryClient.fetchQuery(destinationQuery(address)).catch(() => null)
    return report === null ? found : report.problem
  }

  return {
    text,
    source,
    hasShape,
    complaint,
    problem,
    isChecking: destination.isPending,
    isUnused: report?.kind === 'unused',
    enter,
    check,
  }
}

/** Returns what was typed and not sent yet, or else the address of a claim that waits for its owners. */
function beginWith(eth: string): string {
  return readDraft(eth) || (readPending(eth)?.sol ?? '')
}

/** True where the address is refused, and not only to be confirmed. */
export function isRefusal(problem: AddressProblem | null): boolean {
  return problem !== null && problem !== 'sol_off_curve_unconfirmed'
}

/** Checks the shape during typing: an empty field is no error yet. */
function complaintAbout(text: string): AddressEntry['complaint'] {
  return text === '' || SOLANA_ADDRESS_SHAPE.test(text) ? null : 'invalid'
}

const PROBLEM_CODES = {
  not_an_address: 'invalid_sol_address',
  zero_key: 'sol_zero_key',
  known_program: 'sol_known_program',
  off_curve: 'sol_off_curve_unconfirmed',
} as const

/**
 * Classifies an address by its text, so that nobody signs a claim that will be refused; the server classifies it again.
 * Null also where its shape alone is wrong, and where the classifier could not be loaded.
 */
async function classifyAddress(text: string): Promise<AddressProblem | null> {
  if (isEvmAddress(text)) return 'sol_is_evm_address'
  if (!SOLANA_ADDRESS_SHAPE.test(text)) return null
  const classifier = await loadClassifier().catch(() => null)
  const problem = classifier?.classifySolanaAddress(text) ?? null
  return problem === null ? null : PROBLEM_CODES[problem]
}

/** Loads the curve arithmetic, which is not needed before the form. */
function loadClassifier() {
  return import('#domain/solana-address.ts')
}
