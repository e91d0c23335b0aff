import { type FormEvent, useState } from 'react'
import { SelectField } from '#web/admin/SelectField.tsx'
import { ConfirmMainnet } from '#web/admin/sending/ConfirmMainnet.tsx'
import { CLUSTER_RPC_URLS } from '#web/admin/sending/cluster-rpc-urls.ts'
import { FurtherNodes } from '#web/admin/sending/FurtherNodes.tsx'
import { nodesOf } from '#web/admin/sending/node-list.ts'
import { SenderWarnings } from '#web/admin/sending/SenderWarnings.tsx'
import { useStandaloneStatus } from '#web/admin/standalone-sender/queries.ts'
import { useSaveStandalone } from '#web/admin/standalone-sender/use-save-standalone.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { MainnetStatus } from './MainnetStatus.tsx'
import { SecretArea } from './SecretArea.tsx'

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
  const saving = useSaveStandalone('Failed to save mainnet configuration', () =>
    setForm((saved) => ({ ...saved, privateKey: '' })),
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
      <Card>
        <form onSubmit={submit} noValidate className="space-y-4">
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
      {status && <MainnetStatus status={status} />}
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
