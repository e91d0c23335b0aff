import { type ChangeEvent, type Dispatch, type SetStateAction, useState } from 'react'
import type { z } from 'zod'
import { BULK_SENDER_LIMITS } from '#api-schema/bulk-sender.ts'
import type { SenderSource } from '#api-schema/sender-state.ts'
import type { StandaloneConfigBody } from '#api-schema/standalone-sender.ts'
import { type SenderStatusReply, treasuryOf } from '#web/admin/payouts/payout.ts'
import { CLUSTER_RPC_URLS, MAX_FURTHER_NODES, nodesOf, urlsIn } from './node-list.ts'
import type { SenderPlace } from './sender-places.ts'

/** The typed values: numbers are texts that may be empty, and the nodes after the first are one text. */
interface SenderFormValues {
  rpcUrl: string
  /** One URL a line. */
  furtherNodes: string
  privateKey: string
  /** The administrator's: asked for in place of the key of a configured wallet. */
  password: string
  tokenMintAddress: string
  /** A treasury's address, or its token account; empty for the wallet's own. */
  paidFrom: string
  batchSize: string
  delayBetweenBatches: string
  priorityFeeCap: string
  /** The key is a throwaway that the form made. */
  testKey: boolean
  /** The node that is in use may be given up for the public one. */
  mayReplaceNode: boolean
}

/** The fields that a person fills in. */
type FieldName = Exclude<keyof SenderFormValues, 'testKey' | 'mayReplaceNode'>

type SenderFormErrors = Partial<Record<FieldName, string>>

export interface SenderField {
  name: FieldName
  value: string
  error: string | undefined
  onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void
}

export interface SenderFormState {
  values: SenderFormValues
  setValues: Dispatch<SetStateAction<SenderFormValues>>
  /**
   * Returns the props of an input. Errors are shown from the first try to submit on, and follow what is
   * typed.
   */
  field(name: FieldName): SenderField
  /** Returns the request body, or null where a value is wrong. From then on errors are shown. */
  submit(): StandaloneConfigBody | null
  /** Forgets all that was typed. */
  reset(): void
  /** Forgets what nobody may read once it is saved. */
  forgetSecrets(): void
}

const NO_SECRETS = { privateKey: '', password: '', testKey: false }

/** The form that configures a sender. The key is never part of what it starts with. */
export function useSenderForm(place: SenderPlace, status: SenderStatusReply): SenderFormState {
  const [values, setValues] = useState(() => firstValues(place, status))
  const [isTried, setIsTried] = useState(false)
  const body = toBody(place, values, treasuryOf(status))
  const errors = errorsOf(values, place.schema.safeParse(body).error)

  return {
    values,
    setValues,
    field: (name) => ({
      name,
      value: values[name],
      error: isTried ? errors[name] : undefined,
      onChange: ({ target }) => setValues((before) => ({ ...before, [name]: target.value })),
    }),
    submit() {
      setIsTried(true)
      return Object.keys(errors).length === 0 ? body : null
    },
    reset: () => setValues(firstValues(place, status)),
    forgetSecrets: () => setValues((before) => ({ ...before, ...NO_SECRETS })),
  }
}

function firstValues({ isByCluster, limits }: SenderPlace, status: SenderStatusReply): SenderFormValues {
  const empty = {
    rpcUrl: CLUSTER_RPC_URLS.mainnet,
    furtherNodes: '',
    ...NO_SECRETS,
    tokenMintAddress: '',
    paidFrom: '',
    batchSize: `${BULK_SENDER_LIMITS.batchSize.default}`,
    delayBetweenBatches: '',
    priorityFeeCap: '',
    mayReplaceNode: false,
  }
  if (isByCluster) return empty
  return {
    ...empty,
    rpcUrl: status.rpcUrl ?? empty.rpcUrl,
    furtherNodes: status.nodes.slice(1).join('\n'),
    tokenMintAddress: status.tokenMintAddress ?? '',
    paidFrom: treasuryOf(status)?.tokenAccount ?? '',
    batchSize: `${status.batchSize ?? limits.batchSize.default}`,
    delayBetweenBatches: `${status.delayBetweenBatches ?? limits.delayMs.default}`,
    priorityFeeCap: `${status.priorityFeeCap ?? BULK_SENDER_LIMITS.priorityFeeCap.default}`,
  }
}

function toBody(
  { isByCluster }: SenderPlace,
  values: SenderFormValues,
  treasury: SenderSource | null,
): StandaloneConfigBody {
  const { rpcUrl, furtherNodes, privateKey, password, tokenMintAddress, testKey } = values
  const isKeyKept = privateKey === '' && password !== ''
  const paidFrom = values.paidFrom.trim()
  const saved = treasury ? [treasury.tokenAccount, treasury.owner] : ['']
  return {
    ...nodesOf(rpcUrl, furtherNodes),
    ...(isKeyKept ? { password } : { privateKey: privateKey.trim() }),
    tokenMintAddress: tokenMintAddress.trim(),
    // Left out, it stays as it was where the key is kept, and is the wallet's own with another one.
    ...((isKeyKept ? !saved.includes(paidFrom) : paidFrom !== '') && { paidFrom }),
    // Left out where nothing is typed: the server has usual numbers for one of the senders, and for the other it is wrong.
    batchSize: typedNumber(values.batchSize),
    delayBetweenBatches: typedNumber(values.delayBetweenBatches),
    priorityFeeCap: isByCluster
      ? undefined
      : (typedNumber(values.priorityFeeCap) ?? BULK_SENDER_LIMITS.priorityFeeCap.default),
    ...(testKey && { testKey }),
  }
}

function typedNumber(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed)
}

/** Returns the first error of each field. */
function errorsOf({ furtherNodes }: SenderFormValues, failure: z.ZodError | undefined): SenderFormErrors {
  const errors: SenderFormErrors = {}
  for (const { path, message } of failure?.issues ?? []) errors[fieldOf(path)] ??= message
  if (urlsIn(furtherNodes).length > MAX_FURTHER_NODES) {
    errors.furtherNodes = `Enter no more than ${MAX_FURTHER_NODES} further nodes.`
  }
  return errors
}

/** The field that a part of the body was typed into. */
function fieldOf([part, index]: readonly PropertyKey[]): FieldName {
  if (part !== 'rpcUrls') return part as FieldName
  return index === 0 ? 'rpcUrl' : 'furtherNodes'
}
