import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
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
import { CLUSTER_RPC_URLS } from './cluster-rpc-urls.ts'
import { MAX_FURTHER_NODES, nodesOf, urlsIn } from './node-list.ts'

/** What the limits of both senders say alike. */
export type SenderLimits = Pick<
  typeof BULK_SENDER_LIMITS | typeof STANDALONE_SENDER_LIMITS,
  'batchSize' | 'delayMs'
>

/** What is typed: it may lack numbers, and has the nodes after the first as one text. */
export interface SenderFormValues extends Omit<StandaloneConfigBody, 'rpcUrl' | 'rpcUrls'> {
  rpcUrl: string
  /** One URL a line. */
  furtherNodes: string
}

export type SenderForm = UseFormReturn<SenderFormValues, unknown, BulkSenderConfigBody>

const typedValues = z
  .custom<SenderFormValues>()
  .refine(({ furtherNodes }) => urlsIn(furtherNodes).length <= MAX_FURTHER_NODES, {
    path: ['furtherNodes'],
    error: `Enter no more than ${MAX_FURTHER_NODES} further nodes.`,
  })

function toBody({ rpcUrl, furtherNodes, ...rest }: SenderFormValues): StandaloneConfigBody {
  return { ...rest, ...nodesOf(rpcUrl, furtherNodes) }
}

interface SenderFormOptions {
  schema: z.ZodType<BulkSenderConfigBody, StandaloneConfigBody>
  limits: SenderLimits
  status: BulkSenderStatusResponse | StandaloneStatusResponse
}

/** The form that sets a sender, begun with what is configured. The key is never part of that. */
export function useSenderForm({ schema, limits, status }: SenderFormOptions): SenderForm {
  return useForm({
    resolver: zodResolver(typedValues.transform(toBody).pipe(schema)),
    defaultValues: {
      rpcUrl: status.rpcUrl ?? CLUSTER_RPC_URLS.mainnet,
      furtherNodes: status.nodes.slice(1).join('\n'),
      privateKey: '',
      tokenMintAddress: status.tokenMintAddress ?? '',
      batchSize: status.batchSize ?? limits.batchSize.default,
      delayBetweenBatches: status.delayBetweenBatches ?? limits.delayMs.default,
      priorityFeeCap: status.priorityFeeCap ?? BULK_SENDER_LIMITS.priorityFeeCap.default,
    },
  })
}
