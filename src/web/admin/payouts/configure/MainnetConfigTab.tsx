import { type FormEvent, type ReactNode, type TextareaHTMLAttributes, useState } from 'react'
import type { StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { useStandaloneStatus } from '#web/admin/payouts/queries.ts'
import { SelectField } from '#web/admin/SelectField.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { SenderWarnings } from './ConfiguredSender.tsx'
import { CLUSTER_RPC_URLS, nodesOf } from './node-list.ts'
import { ConfirmMainnet, FurtherNodes } from './SenderForm.tsx'
import { useSaveSender } from './use-save-sender.ts'

type Network = keyof typeof CLUSTER_RPC_URLS

const NETWORKS: readonly { value: Network; name: string }[] = [
  { value: 'mainnet', name: 'Mainnet (production)' },
  { value: 'devnet', name: 'Devnet (testing)' },
  { value: 'testnet', name: 'Testnet (testing)' },
]
const BATCH_SIZES = [
  { value: '5', name: '5' },
  { value: '10', name: '10 (recommended)' },
  { value: '25', name: '25' },
  { value: '50', name: '50' },
] as const
const EXPECTED_MINT_LENGTH = 44

interface MainnetForm {
  privateKey: string
  mint: string
  network: Network
  batchSize: (typeof BATCH_SIZES)[number]['value']
  /** One URL a line. */
  furtherNodes: string
  /** The node that is in use may be given up for the public one. */
  mayReplaceNode: boolean
}

const EMPTY: MainnetForm = {
  privateKey: '',
  mint: '',
  network: 'mainnet',
  batchSize: '10',
  furtherNodes: '',
  mayReplaceNode: false,
}

/** Sets the standalone sender's wallet for one of the public clusters. Mainnet needs a confirmation. */
export function MainnetConfigTab() {
  const { data: status } = useStandaloneStatus()
  const [form, setForm] = useState(EMPTY)
  const change = (part: Partial<MainnetForm>) => setForm({ ...form, ...part })
  const privateKey = form.privateKey.trim()
  const mint = form.mint.trim()
  const firstNode = CLUSTER_RPC_URLS[form.network]
  const replaced = status?.configured && status.rpcUrl !== firstNode ? status.rpcUrl : null
  const saving = useSaveSender(
    'standalone',
    () => setForm((saved) => ({ ...saved, privateKey: '' })),
    'Failed to save mainnet configuration',
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (privateKey === '') {
      showFormError('Missing Private Key', 'Please enter your Solana wallet private key')
    } else if (mint === '') {
      showFormError('Missing Token Address', 'Please enter your SPL token mint address')
    } else if (replaced !== null && !form.mayReplaceNode) {
      showFormError('Node Would Be Replaced', `Tick that ${replaced} may be replaced by the public node`)
    } else {
      const submitWith = form.network === 'mainnet' ? saving.ask : saving.save
      submitWith({
        ...nodesOf(firstNode, form.furtherNodes),
        privateKey,
        tokenMintAddress: mint,
        batchSize: Number(form.batchSize),
      })
    }
  }

  return (
    <div className="mx-auto max-w-[800px] space-y-6">
      <Notice tone="warn" title="Mainnet Config">
        <p>This connects to the real Solana mainnet and spends real tokens and SOL.</p>
        <p>
          It sets the Standalone Sender: its wallet, its token and its nodes. The Bulk Sender, which pays
          claims, stays as it is.
        </p>
      </Notice>
      {status && <MainnetStatus status={status} />}
      <Card>
        <form onSubmit={submit} noValidate className="space-y-4">
          <h2 className="text-17 font-semibold">New configuration</h2>
          <SecretArea
            label="Private Key"
            value={form.privateKey}
            hint="Base58, or a JSON array of 64 numbers. The server seals it; it is not kept here."
            onChange={(event) => change({ privateKey: event.target.value })}
          />
          <TextField
            label="Token Mint Address"
            value={form.mint}
            onChange={(event) => change({ mint: event.target.value })}
            hint={mintHint(mint)}
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Network"
              value={form.network}
              options={NETWORKS}
              onSelect={(network) => change({ network })}
            />
            <SelectField
              label="Batch Size"
              value={form.batchSize}
              options={BATCH_SIZES}
              onSelect={(batchSize) => change({ batchSize })}
            />
          </div>
          <Facts>
            <Fact name="First node">
              <span className="font-mono text-13 break-all">{firstNode}</span>
            </Fact>
          </Facts>
          {replaced !== null && (
            <Notice tone="warn">
              <p className="[overflow-wrap:anywhere]">
                The Standalone Sender uses {replaced}. This form knows public nodes only: to keep that one,
                save in Standalone Sender, Configuration, or enter its URL below as a further node.
              </p>
              <label className="flex items-center gap-2 [overflow-wrap:anywhere]">
                <input
                  type="checkbox"
                  className="size-4 shrink-0 accent-accent"
                  checked={form.mayReplaceNode}
                  onChange={({ target }) => change({ mayReplaceNode: target.checked })}
                />
                Replace {replaced} as the first node
              </label>
            </Notice>
          )}
          <FurtherNodes
            value={form.furtherNodes}
            onChange={(event) => change({ furtherNodes: event.target.value })}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" busy={saving.isSaving} busyText="Saving...">
              Save Configuration
            </Button>
            {status?.configured && <Button onClick={() => setForm(EMPTY)}>Reset Configuration</Button>}
          </div>
        </form>
      </Card>
      {status && <SenderWarnings warnings={status.warnings} />}
      {saving.question && <ConfirmMainnet {...saving.question} />}
    </div>
  )
}

function showFormError(title: string, description: string): void {
  showToast({ tone: 'error', title, description })
}

function mintHint(mint: string): string {
  return mint === '' || mint.length === EXPECTED_MINT_LENGTH
    ? `${EXPECTED_MINT_LENGTH} characters are expected.`
    : `${EXPECTED_MINT_LENGTH} characters are expected; these are ${mint.length}. Fewer can be right too: the chain is asked.`
}

/** The current configuration, and whether it is LIVE (mainnet) or TEST. */
function MainnetStatus({ status }: { status: StandaloneStatusResponse }) {
  const isLive = status.rpcUrl.includes('mainnet') || status.cluster === 'mainnet'
  return (
    <Card className="space-y-2">
      <h2 className="text-17 font-semibold">Saved configuration</h2>
      <p className="text-13 text-muted">What is in use now, whatever is typed below.</p>
      <Facts>
        <Fact name="Network mode">
          <Badge tone={isLive ? 'error' : 'neutral'} {...(isLive && { icon: 'warning' })}>
            {isLive ? 'LIVE' : 'TEST'}
          </Badge>
        </Fact>
        <Fact name="Wallet">
          <SetMark isSet={status.walletAddress !== null} />
        </Fact>
        <Fact name="Token">
          <SetMark isSet={status.tokenMintAddress !== null} />
        </Fact>
      </Facts>
    </Card>
  )
}

function SetMark({ isSet }: { isSet: boolean }) {
  return isSet ? (
    <Badge tone="done" icon="check">
      set
    </Badge>
  ) : (
    <Badge>not set</Badge>
  )
}

interface SecretAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: ReactNode
}

/** A labelled secret of several lines, shown as dots until the reader reveals it. */
function SecretArea({ label, ...area }: SecretAreaProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="space-y-2">
      <TextArea label={label} {...area} className={shown ? '' : 'masked'} />
      <Button
        size="small"
        aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </Button>
    </div>
  )
}
