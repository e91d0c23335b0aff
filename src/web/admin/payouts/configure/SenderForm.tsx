import { type FormEvent, type TextareaHTMLAttributes, useState } from 'react'
import { flushSync } from 'react-dom'
import { BULK_SENDER_LIMITS } from '#api-schema/bulk-sender.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { SecretField } from '#web/ui/SecretField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { MAX_FURTHER_NODES } from './node-list.ts'
import type { SaveSender } from './use-save-sender.ts'
import type { SenderField, SenderFormState, SenderLimits } from './use-sender-form.ts'

interface SenderFormProps extends SenderFieldsProps {
  saving: SaveSender
  submitText: string
  busyText: string
}

/** Sets the wallet of a sender, once there is a token, and a key or, where the wallet stays, the admin password. */
export function SenderForm({ saving, submitText, busyText, ...fields }: SenderFormProps) {
  const { values, submit } = fields.form

  function saveOrComplain(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = flushSync(submit)
    if (body) saving.save(body)
    else event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }

  return (
    <>
      <form onSubmit={saveOrComplain} noValidate className="space-y-4">
        <SenderFields {...fields} />
        <Button
          type="submit"
          variant="primary"
          disabled={(values.privateKey === '' && values.password === '') || values.tokenMintAddress === ''}
          busy={saving.isSaving}
          busyText={busyText}
        >
          {submitText}
        </Button>
      </form>
      {saving.withoutNodes && <SaveWithoutNodes {...saving.withoutNodes} />}
      {saving.question && <ConfirmMainnet {...saving.question} />}
    </>
  )
}

/** Asks whether to save a sender without the nodes that did not answer: they can be added later. */
function SaveWithoutNodes({ silent, why, onConfirm, onClose }: NonNullable<SaveSender['withoutNodes']>) {
  const which = silent.length === 1 ? 'that node' : 'those nodes'
  return (
    <FormDialog
      title={`Save without ${which}?`}
      onClose={onClose}
      onSubmit={onConfirm}
      submit={{ text: `Save without ${which}` }}
    >
      <p>{why}</p>
      <p>The others are checked again first. A node that is left out can be added at any time.</p>
    </FormDialog>
  )
}

interface SenderFieldsProps {
  form: SenderFormState
  limits: SenderLimits
  /** The form began with a saved configuration. */
  isConfigured: boolean
  /** True where an empty number means the usual one. Otherwise it is an error. */
  emptyIsUsual: boolean
}

/** The wallet that sends, and how it sends: the same for both senders. */
function SenderFields({ form, limits, isConfigured, emptyIsUsual }: SenderFieldsProps) {
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
        hint={
          isConfigured &&
          'Shown without the key it may carry. Left as it is, the saved node stays; with a private key below, enter it in full.'
        }
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
        hint={
          isConfigured
            ? 'Only for another wallet, token or cluster. Base58, or a JSON array of 64 numbers. The server seals it; it is not kept here.'
            : 'Base58, or a JSON array of 64 numbers. The server seals it; it is not kept here.'
        }
      />
      {isConfigured && values.privateKey === '' && (
        <SecretField
          label="Admin password"
          kind="password"
          {...field('password')}
          hint="In place of the private key: saves nodes, batch size, delay and fee cap. The wallet stays."
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Batch Size"
          limits={batchSize}
          field={field('batchSize')}
          hint={`${batchSize.min} to ${batchSize.max} payments before each delay${whenEmpty(batchSize.default)}. Larger batches cost less: payments share a transaction.`}
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

interface NumberFieldProps {
  label: string
  limits: { min: number; max: number; step?: number }
  field: SenderField
  hint: string
}

/** A whole number between limits. */
function NumberField({ label, limits: { min, max, step }, field, hint }: NumberFieldProps) {
  const range = `${groupThousands(min)} to ${groupThousands(max)}`
  return (
    <TextField
      label={label}
      type="number"
      {...field}
      min={min}
      max={max}
      {...(step !== undefined && { step })}
      error={field.error ? `Enter a whole number from ${range}.` : null}
      hint={hint}
    />
  )
}

interface FurtherNodesProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** True where it begins unfolded, because there are such nodes already. */
  open?: boolean
  error?: string | undefined
}

/** Nodes besides the first, folded away: one URL a line. */
export function FurtherNodes({ open = false, error, ...area }: FurtherNodesProps) {
  const [isOpen, setIsOpen] = useState(open)
  return (
    // Once an error has unfolded it, it stays so while the error is corrected.
    <details open={isOpen || error !== undefined} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit py-1 font-medium text-accent">More nodes</summary>
      <div className="pt-3">
        <TextArea
          label="Further nodes"
          {...area}
          error={error ?? null}
          hint={`One URL a line, up to ${MAX_FURTHER_NODES}. Each has to show the same cluster and token. They are asked while the nodes before them do not answer.`}
          inputMode="url"
        />
      </div>
    </details>
  )
}

interface ConfirmMainnetProps {
  mint: string
  onConfirm(): void
  onClose(): void
}

/** Asks for a confirmation before a wallet on mainnet is set. */
export function ConfirmMainnet({ mint, onConfirm, onClose }: ConfirmMainnetProps) {
  return (
    <FormDialog
      title="Save for mainnet?"
      onClose={onClose}
      onSubmit={onConfirm}
      submit={{ text: 'Save for mainnet', danger: true }}
    >
      <p>
        This is the real Solana mainnet. What is started from now on spends real SOL and real tokens of this
        mint:
      </p>
      <p className="font-mono text-13 break-all">{mint}</p>
    </FormDialog>
  )
}
