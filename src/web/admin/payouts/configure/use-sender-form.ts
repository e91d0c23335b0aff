import { type ChangeEvent, type Dispatch, type SetStateAction, useState } from 'react'
import type { z } from 'zod'
import {
  BULK_SENDER_LIMITS,
  type BulkSenderConfigBody,
  type BulkSenderStatusResponse,
} from '#api-schema/bulk-sender.ts'
import type {
  STANDALONE_SENDER_LIMITS,
  StandaloneConfigBody,
  StandaloneStatusResponse,
} from '#api-schema/standalone-sender.ts'
import { CLUSTER_RPC_URLS, MAX_FURTHER_NODES, nodesOf, urlsIn } from './node-list.ts'

/** Limits common to both senders. */
export type SenderLimits = Pick<
  typeof BULK_SENDER_LIMITS | typeof STANDALONE_SENDER_LIMITS,
  'batchSize' | 'delayMs'
>

/** The typed values: numbers are texts that may be empty, and the nodes after the first are one text. */
interface SenderFormValues {
  rpcUrl: string
  /** One URL a line. */
  furtherNodes: string
  privateKey: string
  /** The administrator's: asked for in place of the key of a configured wallet. */
  password: string
  tokenMintAddress: string
  batchSize: string
  delayBetweenBatches: string
  priorityFeeCap: string
  /** The key is a throwaway that the form made. */
  testKey: boolean
}

/** The fields that a person fills in. */
type FieldName = Exclude<keyof SenderFormValues, 'testKey'>

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
  submit(): BulkSenderConfigBody | null
}

interface SenderFormOptions {
  schema: z.ZodType<BulkSenderConfigBody, StandaloneConfigBody>
  limits: SenderLimits
  status: BulkSenderStatusResponse | StandaloneStatusResponse
}

/** The form that sets a sender, begun with what is configured. The key is never part of that. */
export function useSenderForm({ schema, limits, status }: SenderFormOptions): SenderFormState {
  const [values, setValues] = useState<SenderFormValues>({
    rpcUrl: status.rpcUrl ?? CLUSTER_RPC_URLS.mainnet,
    furtherNodes: status.nodes.slice(1).join('\n'),
    privateKey: '',
    password: '',
    tokenMintAddress: status.tokenMintAddress ?? '',
    batchSize: `${status.batchSize ?? limits.batchSize.default}`,
    delayBetweenBatches: `${status.delayBetweenBatches ?? limits.delayMs.default}`,
    priorityFeeCap: `${status.priorityFeeCap ?? BULK_SENDER_LIMITS.priorityFeeCap.default}`,
    testKey: false,
  })
  const [isTried, setIsTried] = useState(false)
  const read = schema.safeParse(toBody(values))
  const errors = errorsOf(values, read.error)

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
      return Object.keys(errors).length === 0 && read.success ? read.data : null
    },
  }
}

function toBody(values: SenderFormValues): StandaloneConfigBody {
  const { rpcUrl, furtherNodes, privateKey, password, tokenMintAddress, testKey } = values
  return {
    ...nodesOf(rpcUrl, furtherNodes),
    ...(privateKey === '' && password !== '' ? { password } : { privateKey }),
    tokenMintAddress,
    // Left out where nothing is typed: one of the senders has a usual number then, and for the other it is wrong.
    batchSize: typedNumber(values.batchSize),
    delayBetweenBatches: typedNumber(values.delayBetweenBatches),
    priorityFeeCap: typedNumber(values.priorityFeeCap) ?? BULK_SENDER_LIMITS.priorityFeeCap.default,
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
