import { type ChangeEvent, useState } from 'react'
import type { z } from 'zod'
import {
  BULK_SENDER_LIMITS,
  type BulkSenderConfigBody,
  bulkSenderConfigBody,
  MAX_NODES,
} from '#api-schema/bulk-sender.ts'
import type { SenderSource } from '#api-schema/sender-records.ts'
import {
  STANDALONE_SENDER_LIMITS,
  type StandaloneConfigBody,
  standaloneConfigBody,
} from '#api-schema/standalone-sender.ts'
import type { SenderKind } from '#domain/sender.ts'
import { errorSentence, failureSentence } from '#web/admin/failures.ts'
import { type SenderStatusReply, treasuryOf } from '#web/admin/payouts/payout.ts'
import { ApiError } from '#web/lib/api-client.ts'

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

export type SenderFormState = ReturnType<typeof useSenderForm>

const NO_SECRETS = { privateKey: '', password: '', testKey: false }

/** The form that configures a sender. The key is never part of what it starts with. */
export function useSenderForm(place: SenderPlace, status: SenderStatusReply) {
  const [values, setValues] = useState(() => firstValues(place, status))
  const [isTried, setIsTried] = useState(false)
  const body = toBody(place, values, treasuryOf(status))
  const errors = errorsOf(values, place.schema.safeParse(body).error)

  return {
    values,
    setValues,
    /**
     * Returns the props of an input. Errors are shown from the first try to submit on, and follow what is
     * typed.
     */
    field: (name: FieldName): SenderField => ({
      name,
      value: values[name],
      error: isTried ? errors[name] : undefined,
      onChange: ({ target }) => setValues((before) => ({ ...before, [name]: target.value })),
    }),
    /** Returns the request body, or null where a value is wrong. From then on errors are shown. */
    submit() {
      setIsTried(true)
      return Object.keys(errors).length === 0 ? body : null
    },
    /** Forgets all that was typed. */
    reset: () => setValues(firstValues(place, status)),
    /** Forgets what nobody may read once it is saved. */
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

/** The title and the sentence of a toast. */
type Told = Record<'title' | 'description', string>

/** What differs between the places where a sender is configured. Texts are the specification's. */
export interface SenderPlace {
  kind: SenderKind
  schema: z.ZodType<BulkSenderConfigBody, StandaloneConfigBody>
  limits: typeof BULK_SENDER_LIMITS | typeof STANDALONE_SENDER_LIMITS
  /** It takes the public node of a cluster and the usual pace, and starts empty: it never changes what is saved. */
  isByCluster: boolean
  submitText: string
  busyText: string
  /** The title of the toast once it is saved. */
  saved: string
  failure(error: Error): Told
}

const standalone = {
  kind: 'standalone',
  schema: standaloneConfigBody,
  limits: STANDALONE_SENDER_LIMITS,
  submitText: 'Save Configuration',
  busyText: 'Saving...',
  saved: 'Configuration Saved',
} as const

export const SENDER_PLACES: Record<SenderKind | 'mainnet', SenderPlace> = {
  bulk: {
    kind: 'bulk',
    schema: bulkSenderConfigBody,
    limits: BULK_SENDER_LIMITS,
    isByCluster: false,
    submitText: 'Configure Bulk Sender',
    busyText: 'Configuring...',
    saved: 'Configuration Successful',
    failure(error) {
      if (error instanceof ApiError) {
        return { title: 'Configuration Failed', description: failureSentence(error) }
      }
      const message = error instanceof TypeError ? error.message : ''
      return { title: 'Configuration Error', description: message || 'Unknown error' }
    },
  },
  standalone: {
    ...standalone,
    isByCluster: false,
    failure: failureOr('Failed to configure standalone bulk sender'),
  },
  mainnet: {
    ...standalone,
    isByCluster: true,
    failure: failureOr('Failed to save mainnet configuration'),
  },
}

function failureOr(fallback: string) {
  return (error: Error): Told => ({
    title: 'Configuration Failed',
    description: errorSentence(error, fallback),
  })
}

/** Further nodes besides the first. */
export const MAX_FURTHER_NODES = MAX_NODES - 1

/** The URLs that were typed, one a line. */
function urlsIn(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** The nodes as the server takes them: one URL alone where there are no more. */
export function nodesOf(rpcUrl: string, furtherNodes: string): { rpcUrl: string; rpcUrls?: string[] } {
  const further = urlsIn(furtherNodes)
  const first = rpcUrl.trim()
  return further.length === 0 ? { rpcUrl: first } : { rpcUrl: first, rpcUrls: [first, ...further] }
}

/**
 * The nodes of a request without those of the given origins, as the server names them; null where none are left, or
 * nothing is left out.
 */
export function nodesWithout(
  { rpcUrl, rpcUrls = [rpcUrl ?? ''] }: { rpcUrl?: string | undefined; rpcUrls?: string[] | undefined },
  origins: readonly string[],
): { rpcUrl: string; rpcUrls: string[] } | null {
  const left = rpcUrls.filter((url) => !origins.includes(URL.parse(url)?.origin ?? ''))
  const [first] = left
  return first === undefined || left.length === rpcUrls.length ? null : { rpcUrl: first, rpcUrls: left }
}

/** The public nodes of Solana's clusters. */
export const CLUSTER_RPC_URLS = {
  mainnet: 'https://api.mainnet-beta.solana.com',
  devnet: 'https://api.devnet.solana.com',
  testnet: 'https://api.testnet.solana.com',
} as const
