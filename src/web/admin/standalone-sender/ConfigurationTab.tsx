import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import {
  STANDALONE_SENDER_LIMITS,
  type StandaloneConfigBody,
  type StandaloneStatusResponse,
  standaloneConfigBody,
} from '#contract/standalone-sender.ts'
import { ConfiguredSender } from '#web/admin/bulk-sender/ConfiguredSender.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSaveConfiguration } from './use-save-configuration.ts'

const { batchSize, delayMs } = STANDALONE_SENDER_LIMITS

/** A number as it is typed, or the fallback where it is none. */
function numberOr(fallback: number) {
  return (typed: string | number) => {
    const number = Number.parseInt(`${typed}`, 10)
    return Number.isNaN(number) ? fallback : number
  }
}

/** The wallet that pays the rows of spreadsheets. The key leaves the form as soon as the server has it. */
export function ConfigurationTab({ status }: { status: StandaloneStatusResponse }) {
  const { register, handleSubmit, watch, setValue, formState } = useForm<StandaloneConfigBody>({
    resolver: zodResolver(standaloneConfigBody),
    defaultValues: {
      rpcUrl: status.rpcUrl,
      privateKey: '',
      tokenMintAddress: status.tokenMintAddress ?? '',
      batchSize: status.batchSize ?? batchSize.default,
      delayBetweenBatches: status.delayBetweenBatches ?? delayMs.default,
    },
  })
  const { errors } = formState
  const [privateKey, tokenMintAddress] = watch(['privateKey', 'tokenMintAddress'])
  const save = useSaveConfiguration('Failed to configure standalone bulk sender', () =>
    setValue('privateKey', ''),
  )

  return (
    <div className="space-y-6">
      {status.configured ? (
        <ConfiguredSender status={status} />
      ) : (
        <Notice tone="warn" title="Not Configured">
          <p>Save a configuration before you upload a file.</p>
        </Notice>
      )}
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
          {...register('privateKey')}
          error={errors.privateKey?.message}
          hint="Base58, or a JSON array of 64 numbers. The server seals it; it is not kept here."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Batch Size"
            type="number"
            {...register('batchSize', { setValueAs: numberOr(batchSize.default) })}
            min={batchSize.min}
            max={batchSize.max}
            error={errors.batchSize && `Enter a whole number from ${batchSize.min} to ${batchSize.max}.`}
            hint={`${batchSize.min} to ${batchSize.max}; ${batchSize.default} when empty`}
          />
          <TextField
            label="Delay Between Batches (ms)"
            type="number"
            {...register('delayBetweenBatches', { setValueAs: numberOr(delayMs.default) })}
            min={delayMs.min}
            max={delayMs.max}
            error={
              errors.delayBetweenBatches && `Enter a whole number from ${delayMs.min} to ${delayMs.max}.`
            }
            hint={`At least ${delayMs.min}; ${delayMs.default} when empty`}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          disabled={privateKey === '' || tokenMintAddress === ''}
          busy={save.isPending}
          busyText="Saving..."
        >
          Save Configuration
        </Button>
      </form>
    </div>
  )
}
