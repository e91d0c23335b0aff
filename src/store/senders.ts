import type { Observe } from '#domain/portal-event.ts'
import { SealBrokenError, type SecretBox } from '#domain/secret-box.ts'
import { nodeOrigin, nodeUrlsOf, nodeUrlsPlace, type Sender, type SenderKind } from '#domain/sender.ts'
import type { Database } from './database/database.ts'
import { preparedQuery } from './database/queries.ts'
import { recordAction } from './operator-actions.ts'

export type SenderStore = ReturnType<typeof createSenderStore>

/**
 * Keeps the configured sending wallets, one for each sender. Their keys are sealed before they come here; the URLs of their nodes,
 * which hold providers' keys, are sealed here.
 */
export function createSenderStore({ db }: Database, secrets: SecretBox, observe: Observe) {
  const findRow = preparedQuery(db, (kind) => db.selectFrom('sender').selectAll().where('kind', '=', kind))

  return {
    /** Exchanges how a key is sealed, unless it was configured again meanwhile. */
    async reseal({ kind, sealedKey: before }: Sender, sealedKey: Buffer): Promise<void> {
      await db
        .updateTable('sender')
        .set({ sealedKey })
        .where('kind', '=', kind)
        .where('sealedKey', '=', before)
        .execute()
    },

    async find(kind: SenderKind): Promise<Sender | undefined> {
      const [row] = await findRow(kind)
      if (!row) return undefined
      const { sealedNodeUrls, ...terms } = row
      const [rpcUrl = null, ...fallbackRpcUrls] = openNodeUrls(secrets, sealedNodeUrls, kind)
      return { ...terms, rpcUrl, fallbackRpcUrls }
    },

    async save(sender: Sender): Promise<void> {
      const { kind, rpcUrl: _, fallbackRpcUrls: __, mintExtensions, ...terms } = sender
      const columns = {
        ...terms,
        sealedNodeUrls: sealNodeUrls(secrets, nodeUrlsOf(sender), kind),
        mintExtensions: JSON.stringify(mintExtensions),
      }
      const { walletAddress, mintAddress, genesisHash, batchSize, delayMs, priorityFeeCap } = sender
      const from = sender.sourceTokenAccount ?? 'its own account'
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('sender')
          .values({ kind, ...columns })
          .onConflict((conflict) => conflict.column('kind').doUpdateSet(columns))
          .execute()
        // Without its nodes: some providers' names hold a key.
        await recordAction(tx, {
          atMs: sender.configuredAtMs,
          action: 'configure_sender',
          subject: kind,
          detail: `${walletAddress} pays ${mintAddress} from ${from}, on the cluster ${genesisHash}`,
        })
      })
      observe({
        event: 'sender_configured',
        sender: kind,
        wallet: walletAddress,
        mint: mintAddress,
        genesisHash,
        nodes: nodeUrlsOf(sender).map(nodeOrigin),
        batchSize,
        delayMs,
        priorityFeeCap,
      })
    },
  }
}

function sealNodeUrls(secrets: SecretBox, urls: readonly string[], kind: SenderKind): Buffer {
  return secrets.seal(Buffer.from(JSON.stringify(urls)), nodeUrlsPlace(kind))
}

/** Returns none where they were sealed with another key, for the other sender, or altered. */
function openNodeUrls(secrets: SecretBox, sealed: Buffer, kind: SenderKind): readonly string[] {
  try {
    return JSON.parse(secrets.open(sealed, nodeUrlsPlace(kind)).toString())
  } catch (error) {
    if (error instanceof SealBrokenError) return []
    throw error
  }
}
