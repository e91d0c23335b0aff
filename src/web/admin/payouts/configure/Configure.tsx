import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import type { SenderStatusReply } from '#web/admin/payouts/payout.ts'
import { useStandaloneStatus } from '#web/admin/queries.ts'
import { Button, Card, Notice } from '#web/ui/basics.tsx'
import { Spinner } from '#web/ui/ProgressBar.tsx'
import { ConfiguredSender } from './ConfiguredSender.tsx'
import { SenderForm } from './SenderForm.tsx'
import { CLUSTER_RPC_URLS, SENDER_PLACES, type SenderFormState, useSenderForm } from './use-sender-form.ts'

const WRAPPED_SOL_MINT = 'So11111111111111111111111111111111111111112'

interface ConfigureProps {
  at: keyof typeof SENDER_PLACES
  status: SenderStatusReply
}

/** What is saved of a sender, and below it the form that changes it. */
export function Configure({ at, status }: ConfigureProps) {
  const place = SENDER_PLACES[at]
  const form = useSenderForm(place, status)
  return (
    <div className="space-y-6">
      <ConfiguredSender place={place} status={status} />
      <SenderForm place={place} status={status} form={form} />
      {place.kind === 'bulk' && <TestKeys setValues={form.setValues} />}
    </div>
  )
}

function TestKeys({ setValues }: Pick<SenderFormState, 'setValues'>) {
  async function fillTestKey(mint?: string) {
    const privateKey = await makeThrowawayKey()
    setValues((typed) => ({
      ...typed,
      privateKey,
      testKey: true,
      tokenMintAddress: mint ?? typed.tokenMintAddress,
      rpcUrl: typed.rpcUrl.includes('mainnet') ? CLUSTER_RPC_URLS.devnet : typed.rpcUrl,
    }))
  }

  return (
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
  )
}

const SEED_BYTES = 32

/** A fresh Ed25519 key as a Solana key file writes it: a JSON array of 64 numbers, the seed and then the public key. */
export async function makeThrowawayKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new TypeError('Ed25519 made no key pair')
  // A PKCS #8 document of an Ed25519 key ends with its seed (RFC 8410).
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return JSON.stringify([...pkcs8.slice(-SEED_BYTES), ...publicKey])
}

/** Sets the standalone sender's wallet for one of the public clusters. */
export function MainnetConfigTab() {
  const query = useStandaloneStatus()
  const { data: status } = query
  return (
    <div className="mx-auto max-w-[800px] space-y-6">
      <Notice tone="warn" title="Mainnet Config">
        <p>This connects to the real Solana mainnet and spends real tokens and SOL.</p>
        <p>
          It sets the Standalone Sender: its wallet, its token and its nodes. The Bulk Sender, which pays
          claims, stays as it is.
        </p>
      </Notice>
      {status ? (
        <Card>
          <Configure at="mainnet" status={status} />
        </Card>
      ) : (
        <NoAnswer query={query} text="Failed to fetch status" until={<Spinner label="Loading..." />} />
      )}
    </div>
  )
}
