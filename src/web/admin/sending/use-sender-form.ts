import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import {
  BULK_SENDER_LIMITS,
  type BulkSenderConfigBody,
  type BulkSenderStatusResponse,
} from '#contract/bulk-sender.ts'
import type {
  STANDALONE_SENDER_LIMITS,
  StandaloneConfigBody,
  StandaloneStatusResponse,
} from '#contract/standalone-sender.ts'
import { CLUSTER_RPC_URLS } from './cluster-rpc-urls.ts'

/** What the limits of both senders say alike. */
export type SenderLimits = Pick<
  typeof BULK_SENDER_LIMITS | typeof STANDALONE_SENDER_LIMITS,
  'batchSize' | 'delayMs'
>

/** What is typed may lack numbers; what is saved has them. */
export type SenderForm = UseFormReturn<StandaloneConfigBody, unknown, BulkSenderConfigBody>

interface SenderFormOptions {
  schema: z.ZodType<BulkSenderConfigBody, StandaloneConfigBody>
  limits: SenderLimits
  status: BulkSenderStatusResponse | StandaloneStatusResponse
}

/** The form that sets a sender, begun with what is configured. The key is never part of that. */
export function useSenderForm({ schema, limits, status }: SenderFormOptions): SenderForm {
  return useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      rpcUrl: status.rpcUrl ?? CLUSTER_RPC_URLS.mainnet,
      privateKey: '',
      tokenMintAddress: status.tokenMintAddress ?? '',
      batchSize: status.batchSize ?? limits.batchSize.default,
      delayBetweenBatches: status.delayBetweenBatches ?? limits.delayMs.default,
      priorityFeeCap: status.priorityFeeCap ?? BULK_SENDER_LIMITS.priorityFeeCap.default,
    },
  })
}
