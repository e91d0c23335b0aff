import { BULK_SENDER_LIMITS } from '#api-schema/bulk-sender.ts'
import { SecretField } from '#web/ui/SecretField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { FurtherNodes } from './FurtherNodes.tsx'
import { NumberField, typedNumber } from './NumberField.tsx'
import type { SenderForm, SenderLimits } from './use-sender-form.ts'

export interface SenderFieldsProps {
  form: SenderForm
  limits: SenderLimits
  /** The form began with a saved configuration. */
  isConfigured: boolean
  /** Whether an empty number means the usual one. Otherwise it is wrong. */
  emptyIsUsual: boolean
}

/** The wallet that sends, and how it sends: the same for both senders. */
export function SenderFields({ form, limits, isConfigured, emptyIsUsual }: SenderFieldsProps) {
  const { register, setValue, formState } = form
  const { errors } = formState
  const { batchSize, delayMs } = limits
  const { priorityFeeCap } = BULK_SENDER_LIMITS
  const whenEmpty = (usual: number) => (emptyIsUsual ? `; ${usual} when empty` : '')

  return (
    <>
      <TextField
        label="RPC URL"
        {...register('rpcUrl')}
        error={errors.rpcUrl?.message}
        hint={isConfigured && 'Shown without the key it may carry. Enter it in full when you save again.'}
        inputMode="url"
        spellCheck={false}
      />
      <FurtherNodes
        {...register('furtherNodes')}
        open={formState.defaultValues?.furtherNodes !== ''}
        error={errors.furtherNodes?.message}
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
        <NumberField
          label="Batch Size"
          limits={batchSize}
          field={register('batchSize', {
            setValueAs: typedNumber(emptyIsUsual ? batchSize.default : undefined),
          })}
          error={errors.batchSize}
          hint={`${batchSize.min} to ${batchSize.max} payments before each delay${whenEmpty(batchSize.default)}`}
        />
        <NumberField
          label="Delay Between Batches (ms)"
          limits={delayMs}
          field={register('delayBetweenBatches', {
            setValueAs: typedNumber(emptyIsUsual ? delayMs.default : undefined),
          })}
          error={errors.delayBetweenBatches}
          hint={`At least ${delayMs.min}${whenEmpty(delayMs.default)}`}
        />
      </div>
      <details {...(errors.priorityFeeCap && { open: true })}>
        <summary className="w-fit py-1 font-medium text-accent">Advanced</summary>
        <div className="pt-3">
          <NumberField
            label="Priority fee cap (micro-lamports per compute unit)"
            limits={priorityFeeCap}
            field={register('priorityFeeCap', { setValueAs: typedNumber(priorityFeeCap.default) })}
            error={errors.priorityFeeCap}
            hint="The most that is offered when the network is busy. 1,000,000 comes to about 0.0003 SOL for a transaction to nine new accounts; 0 offers nothing."
          />
        </div>
      </details>
    </>
  )
}
