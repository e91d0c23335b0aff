import { BULK_SENDER_LIMITS } from '#api-schema/bulk-sender.ts'
import { SecretField } from '#web/ui/SecretField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { FurtherNodes } from './FurtherNodes.tsx'
import { NumberField } from './NumberField.tsx'
import type { SenderForm, SenderLimits } from './use-sender-form.ts'

export interface SenderFieldsProps {
  form: SenderForm
  limits: SenderLimits
  /** The form began with a saved configuration. */
  isConfigured: boolean
  /** True where an empty number means the usual one. Otherwise it is an error. */
  emptyIsUsual: boolean
}

/** The wallet that sends, and how it sends: the same for both senders. */
export function SenderFields({ form, limits, isConfigured, emptyIsUsual }: SenderFieldsProps) {
  const { field, values, setValues } = form
  const privateKey = field('privateKey')
  const cap = field('priorityFeeCap')
  const { batchSize, delayMs } = limits
  const { priorityFeeCap } = BULK_SENDER_LIMITS
  const whenEmpty = (usual: number) => (emptyIsUsual ? `; ${usual} when empty` : '')

  return (
    <>
      <TextField
        label="RPC URL"
        {...field('rpcUrl')}
        hint={isConfigured && 'Shown without the key it may carry. Enter it in full when you save again.'}
        inputMode="url"
        spellCheck={false}
      />
      <FurtherNodes {...field('furtherNodes')} open={values.furtherNodes !== ''} />
      <TextField
        label="Token Mint Address"
        {...field('tokenMintAddress')}
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
      />
      <SecretField
        label="Private Key"
        kind="key"
        {...privateKey}
        onChange={(event) => {
          privateKey.onChange(event)
          setValues((before) => ({ ...before, testKey: false }))
        }}
        hint="Base58, or a JSON array of 64 numbers. The server seals it; it is not kept here."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Batch Size"
          limits={batchSize}
          field={field('batchSize')}
          hint={`${batchSize.min} to ${batchSize.max} payments before each delay${whenEmpty(batchSize.default)}`}
        />
        <NumberField
          label="Delay Between Batches (ms)"
          limits={delayMs}
          field={field('delayBetweenBatches')}
          hint={`At least ${delayMs.min}${whenEmpty(delayMs.default)}`}
        />
      </div>
      <details {...(cap.error && { open: true })}>
        <summary className="w-fit py-1 font-medium text-accent">Advanced</summary>
        <div className="pt-3">
          <NumberField
            label="Priority fee cap (micro-lamports per compute unit)"
            limits={priorityFeeCap}
            field={cap}
            hint="The most that is offered when the network is busy. 1,000,000 comes to about 0.0003 SOL for a transaction to nine new accounts; 0 offers nothing."
          />
        </div>
      </details>
    </>
  )
}
