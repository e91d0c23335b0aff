import {
  type ChangeEvent,
  type FormEvent,
  type TextareaHTMLAttributes,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { BULK_SENDER_LIMITS } from '#api-schema/bulk-sender.ts'
import { SecretField } from '#web/admin/fields.tsx'
import { treasuryOf } from '#web/admin/payouts/payout.ts'
import { groupThousands } from '#web/admin/values.tsx'
import { Button, Notice } from '#web/ui/basics.tsx'
import { SelectField, TextArea, TextField, VERBATIM } from '#web/ui/Field.tsx'
import { showToast, type ToastMessage } from '#web/ui/toast-store.ts'
import { type ConfiguredSenderProps, SenderWarnings } from './ConfiguredSender.tsx'
import { useSaveSender } from './SaveSender.tsx'
import {
  CLUSTER_RPC_URLS,
  MAX_FURTHER_NODES,
  type SenderField,
  type SenderFormState,
  type SenderPlace,
} from './use-sender-form.ts'

const NETWORKS = [
  { value: CLUSTER_RPC_URLS.mainnet, name: 'Mainnet (production)' },
  { value: CLUSTER_RPC_URLS.devnet, name: 'Devnet (testing)' },
  { value: CLUSTER_RPC_URLS.testnet, name: 'Testnet (testing)' },
] as const
const BATCH_SIZES = [
  { value: '5', name: '5' },
  { value: '10', name: '10 (recommended)' },
  { value: '25', name: '25' },
  { value: '50', name: '50' },
] as const
const EXPECTED_MINT_LENGTH = 44

interface SenderFormProps extends ConfiguredSenderProps {
  form: SenderFormState
}

/** Configures a sender, once there is a token, and a key or, where the wallet stays, the admin password. */
export function SenderForm({ place, status, form }: SenderFormProps) {
  const { isByCluster, submitText, busyText } = place
  const { field, values, setValues, submit, reset, forgetSecrets } = form
  const saving = useSaveSender(place, forgetSecrets)
  const isConfigured = status.configured
  const mayKeepWallet = isConfigured && !isByCluster
  const replacedNode = isByCluster && isConfigured && status.rpcUrl !== values.rpcUrl ? status.rpcUrl : null
  const privateKey = field('privateKey')
  const mint = values.tokenMintAddress.trim()
  const formElement = useRef<HTMLFormElement>(null)
  const { refused } = saving
  const warnings = saving.warnings.filter((warning) => !status.warnings.includes(warning))

  useEffect(() => {
    if (refused) focusInvalid(formElement.current)
  }, [refused])

  function saveOrComplain(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const complaint = isByCluster ? findComplaint(values, replacedNode) : null
    if (complaint) return showToast({ tone: 'error', ...complaint })
    const body = flushSync(submit)
    if (!body) focusInvalid(event.currentTarget)
    else if (isByCluster && body.rpcUrl === CLUSTER_RPC_URLS.mainnet) saving.ask(body)
    else saving.save(body)
  }

  // Mainnet Config has no heading of its own above it.
  const Heading = isByCluster ? 'h2' : 'h3'
  return (
    <>
      <form ref={formElement} onSubmit={saveOrComplain} noValidate className="space-y-4">
        <Heading className="text-17 font-semibold">
          {mayKeepWallet ? 'Change the configuration' : 'New configuration'}
        </Heading>
        {isByCluster ? (
          <SelectField
            label="Network"
            value={values.rpcUrl}
            options={NETWORKS}
            onSelect={(rpcUrl) => setValues({ ...values, rpcUrl })}
            hint={`First node: ${values.rpcUrl}`}
          />
        ) : (
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
        )}
        {replacedNode !== null && (
          <ReplacedNode
            node={replacedNode}
            checked={values.mayReplaceNode}
            onChange={({ target }) => setValues({ ...values, mayReplaceNode: target.checked })}
          />
        )}
        <FurtherNodes {...field('furtherNodes')} open={values.furtherNodes !== ''} />
        <TextField
          label="Token Mint Address"
          {...field('tokenMintAddress')}
          hint={isByCluster && mintHint(mint)}
          className="font-mono"
          {...VERBATIM}
        />
        <TextField
          label="Paid from"
          {...field('paidFrom')}
          {...(refused?.paidFrom === values.paidFrom.trim() && { error: refused.problem })}
          hint="A treasury's address or its token account. Empty: the sending wallet's own."
          className="font-mono"
          {...VERBATIM}
        />
        <SecretField
          label="Private Key"
          kind="key"
          {...(isByCluster && { rows: 3 })}
          {...privateKey}
          onChange={(event) => {
            privateKey.onChange(event)
            setValues((before) => ({ ...before, testKey: false }))
          }}
          hint={`${mayKeepWallet ? 'Only for another wallet, token or cluster. ' : ''}Base58, or a JSON array of 64 numbers. The server seals it; it is not kept here.`}
        />
        {mayKeepWallet && values.privateKey === '' && (
          <SecretField
            label="Admin password"
            kind="password"
            {...field('password')}
            hint="In place of the private key: saves nodes, batch size, delay and fee cap. The wallet stays."
          />
        )}
        {isByCluster ? (
          <SelectField
            label="Batch Size"
            value={values.batchSize}
            options={BATCH_SIZES}
            onSelect={(batchSize) => setValues({ ...values, batchSize })}
          />
        ) : (
          <PaceFields place={place} field={field} />
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant="primary"
            disabled={!isByCluster && ((values.privateKey === '' && values.password === '') || mint === '')}
            busy={saving.isSaving}
            busyText={busyText}
          >
            {submitText}
          </Button>
          {isByCluster && isConfigured && <Button onClick={reset}>Reset Configuration</Button>}
        </div>
        {treasuryOf(status) && <SenderWarnings warnings={warnings} />}
      </form>
      {saving.questions}
    </>
  )
}

function focusInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

/** Finds what keeps a form that is never disabled from being saved. */
function findComplaint(
  { privateKey, tokenMintAddress, mayReplaceNode }: SenderFormState['values'],
  replacedNode: string | null,
): ToastMessage | null {
  if (privateKey.trim() === '') {
    return { title: 'Missing Private Key', description: 'Please enter your Solana wallet private key' }
  }
  if (tokenMintAddress.trim() === '') {
    return { title: 'Missing Token Address', description: 'Please enter your SPL token mint address' }
  }
  if (replacedNode === null || mayReplaceNode) return null
  const description = `Tick that ${replacedNode} may be replaced by the public node`
  return { title: 'Node Would Be Replaced', description }
}

function mintHint(mint: string): string {
  return mint === '' || mint.length === EXPECTED_MINT_LENGTH
    ? `${EXPECTED_MINT_LENGTH} characters are expected.`
    : `${EXPECTED_MINT_LENGTH} characters are expected; these are ${mint.length}. Fewer can be right too: the chain is asked.`
}

interface ReplacedNodeProps {
  node: string
  checked: boolean
  onChange(event: ChangeEvent<HTMLInputElement>): void
}

/** Asks whether the node in use may be given up for the public one. */
function ReplacedNode({ node, ...box }: ReplacedNodeProps) {
  return (
    <Notice tone="warn">
      <p className="[overflow-wrap:anywhere]">
        The Standalone Sender uses {node}. This form knows public nodes only: to keep that one, save in
        Standalone Sender, Configuration, or enter its URL below as a further node.
      </p>
      <label className="flex items-center gap-2 [overflow-wrap:anywhere]">
        <input type="checkbox" className="size-4 shrink-0 accent-accent" {...box} />
        Replace {node} as the first node
      </label>
    </Notice>
  )
}

/** How many payments are sent at a time, and what is offered for them. */
function PaceFields({ place, field }: { place: SenderPlace } & Pick<SenderFormState, 'field'>) {
  const { limits, kind } = place
  const { batchSize, delayMs } = limits
  const { priorityFeeCap } = BULK_SENDER_LIMITS
  const cap = field('priorityFeeCap')
  // Of the bulk sender an empty number is an error.
  const whenEmpty = (usual: number) => (kind === 'standalone' ? `; ${usual} when empty` : '')

  return (
    <>
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
function FurtherNodes({ open = false, error, ...area }: FurtherNodesProps) {
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
