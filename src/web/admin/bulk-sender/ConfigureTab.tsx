import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  BULK_SENDER_LIMITS,
  type BulkSenderConfigBody,
  type BulkSenderConfigResponse,
  type BulkSenderStatusResponse,
  bulkSenderConfigBody,
} from '#contract/bulk-sender.ts'
import { adminRequest } from '#web/admin/admin-request.ts'
import { CLUSTER_RPC_URLS } from '#web/admin/cluster-rpc-urls.ts'
import { refreshBulkSender } from '#web/admin/queries.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { ConfiguredSender } from './ConfiguredSender.tsx'
import { makeThrowawayKey } from './throwaway-key.ts'

const WRAPPED_SOL_MINT = 'So11111111111111111111111111111111111111112'

/** The sending wallet and how it sends. The private key leaves the form as soon as the server has it. */
export function ConfigureTab({ status }: { status: BulkSenderStatusResponse }) {
  const queryClient = useQueryClient()
  const { batchSize, delayMs } = BULK_SENDER_LIMITS
  const { register, handleSubmit, watch, setValue, getValues, formState } = useForm<BulkSenderConfigBody>({
    resolver: zodResolver(bulkSenderConfigBody),
    defaultValues: {
      rpcUrl: status.rpcUrl ?? CLUSTER_RPC_URLS.mainnet,
      privateKey: '',
      tokenMintAddress: status.tokenMintAddress ?? '',
      batchSize: status.batchSize ?? batchSize.default,
      delayBetweenBatches: status.delayBetweenBatches ?? delayMs.default,
    },
  })
  const { errors } = formState
  const [privateKey, tokenMintAddress] = watch(['privateKey', 'tokenMintAddress'])

  const save = useMutation({
    mutationFn: (body: BulkSenderConfigBody) =>
      adminRequest<BulkSenderConfigResponse>('/api/bulk-sender/config', { method: 'POST', body }),
    onSuccess: ({ walletAddress }) => {
      setValue('privateKey', '')
      setValue('testKey', undefined)
      showToast({
        tone: 'done',
        title: 'Configuration Successful',
        description: `Wallet: ${walletAddress}`,
      })
      return refreshBulkSender(queryClient)
    },
    onError: (error) => showToast({ tone: 'error', ...configurationFailure(error) }),
  })

  async function fillTestKey(mint?: string) {
    setValue('privateKey', await makeThrowawayKey())
    setValue('testKey', true)
    if (mint) setValue('tokenMintAddress', mint)
    if (getValues('rpcUrl').includes('mainnet')) setValue('rpcUrl', CLUSTER_RPC_URLS.devnet)
  }

  return (
    <div className="space-y-6">
      {status.configured && <ConfiguredSender status={status} />}
      <form onSubmit={handleSubmit((body) => save.mutate(body))} noValidate className="space-y-4">
        <TextField
          label="RPC URL"
          {...register('rpcUrl')}
          error={errors.rpcUrl?.message}
          hint={
            status.configured && 'Shown without the key it may carry. Enter it in full when you save again.'
          }
          inputMode="url"
          spellCheck={false}
        />
        <TextField
          label="Token Mint Address"
          {...register('tokenMintAddress')}
          error={errors.tokenMintAddress?.message}
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
        />
        <SecretField
          label="Private Key"
          kind="key"
          {...register('privateKey', { onChange: () => setValue('testKey', undefined) })}
          error={errors.privateKey?.message}
          hint="Base58, or a JSON array of 64 numbers. The server seals it; it is not kept here."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Batch Size"
            type="number"
            {...register('batchSize', { valueAsNumber: true })}
            min={batchSize.min}
            max={batchSize.max}
            error={errors.batchSize && `Enter a whole number from ${batchSize.min} to ${batchSize.max}.`}
            hint={`${batchSize.min} to ${batchSize.max} payments before each delay`}
          />
          <TextField
            label="Delay Between Batches (ms)"
            type="number"
            {...register('delayBetweenBatches', { valueAsNumber: true })}
            min={delayMs.min}
            max={delayMs.max}
            step={delayMs.step}
            error={
              errors.delayBetweenBatches && `Enter a whole number from ${delayMs.min} to ${delayMs.max}.`
            }
            hint={`At least ${delayMs.min}`}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          disabled={privateKey === '' || tokenMintAddress === ''}
          busy={save.isPending}
          busyText="Configuring..."
        >
          Configure Bulk Sender
        </Button>
      </form>
      <section className="space-y-2 border-t border-line pt-4">
        <h3 className="font-semibold">Try it on devnet</h3>
        <p className="text-13 text-muted">
          Fills the form with a throwaway key made now. It is refused on mainnet. Fund its address before you
          start.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => fillTestKey()}>
            Use Test Key
          </Button>
          <Button size="small" onClick={() => fillTestKey(WRAPPED_SOL_MINT)}>
            Use Test Key and Wrapped SOL
          </Button>
        </div>
      </section>
    </div>
  )
}

function configurationFailure(error: Error): { title: string; description: string } {
  return error instanceof ApiError
    ? {
        title: 'Configuration Failed',
        description: error.response?.error ?? `HTTP ${error.status}: ${error.statusText}`,
      }
    : { title: 'Configuration Error', description: error.message || 'Unknown error' }
}
