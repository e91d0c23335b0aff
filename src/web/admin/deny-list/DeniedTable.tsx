import { useState } from 'react'
import type { DeniedAddressResponse } from '#api-schema/deny-list.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/FormDialog.tsx'
import { ScrollRegion } from '#web/admin/ScrollRegion.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Button } from '#web/ui/Button.tsx'
import { useChangeDenyList } from './use-change-deny-list.ts'

const { remove } = endpoints.denyList

/** The addresses of the deny list, where each comes from and since when, with Remove. */
export function DeniedTable({ entries }: { entries: readonly DeniedAddressResponse[] }) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <ScrollRegion label="Deny list">
      <table className="w-full text-13">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {['Address', 'Source', 'Note', 'Added', ''].map((name) => (
              <th key={name} className="py-2 pr-4 font-medium last:pr-0">
                {name || <span className="sr-only">Remove</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {entries.map(({ address, source, note, addedAt }) => (
            <tr key={address}>
              <td className="py-1.5 pr-4 font-mono whitespace-nowrap">{address}</td>
              <td className="min-w-40 py-1.5 pr-4 [overflow-wrap:anywhere]">{source}</td>
              <td className="min-w-24 py-1.5 pr-4 text-muted [overflow-wrap:anywhere]">{note}</td>
              <td className="py-1.5 pr-4 whitespace-nowrap text-muted tabular-nums">
                {formatLocal(addedAt)}
              </td>
              <td className="py-1 text-right">
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Remove ${address}`}
                  onClick={() => setAsked(address)}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked !== null && <RemoveDialog address={asked} onClose={() => setAsked(null)} />}
    </ScrollRegion>
  )
}

function RemoveDialog({ address, onClose }: { address: string; onClose(): void }) {
  const change = useChangeDenyList('Removed From the Deny List', onClose)
  return (
    <FormDialog
      title="Remove from the deny list?"
      onClose={onClose}
      onSubmit={() => change.mutate(() => adminSend(remove, { body: { address } }).then(() => address))}
      submit={{ text: 'Remove', busyText: 'Removing...', busy: change.isPending, danger: true }}
    >
      <p className="font-mono break-all">{address}</p>
      <p>Claims from and to it are taken again. The next run pays what was held for it.</p>
    </FormDialog>
  )
}
