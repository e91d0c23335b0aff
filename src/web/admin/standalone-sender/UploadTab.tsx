import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { ConfirmationDialog } from '#web/admin/ConfirmationDialog.tsx'
import { countOf } from '#web/admin/count-of.ts'
import { confirmationOf, problemsOf } from '#web/admin/error-code.ts'
import { ProblemList } from '#web/admin/ProblemList.tsx'
import { errorSentence } from '#web/lib/error-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { DistributionProgress } from './DistributionProgress.tsx'
import { refreshStandalone } from './queries.ts'
import { UploadPreview } from './UploadPreview.tsx'

const FALLBACK = 'Failed to upload Excel file'

interface UploadTabProps {
  status: StandaloneStatusResponse
  /** The distribution whose progress is shown. */
  selectedId: string | null
  onSelect(distributionId: string): void
  unit: string
}

/** Uploads a spreadsheet of payments, shows what was read, and the progress of its distribution. */
export function UploadTab({ status, selectedId, onSelect, unit }: UploadTabProps) {
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: ({ file, confirm }: { file: File; confirm?: string }) =>
      adminSend(endpoints.standaloneSender.upload, { file, query: { confirm } }),
    onSuccess: ({ totalAddresses, totalAmount, distributionId }) => {
      showToast({
        tone: 'done',
        title: 'File Uploaded',
        description: `Parsed ${countOf(totalAddresses, 'address', 'addresses')}, ${groupThousands(totalAmount)} ${unit} in all.`,
      })
      onSelect(distributionId)
      return refreshStandalone(queryClient)
    },
    onError(error) {
      if (confirmationOf(error)) return
      showToast({ tone: 'error', title: 'Upload Failed', description: errorSentence(error, FALLBACK) })
    },
  })
  const asked = confirmationOf(upload.error)

  function send(chosen: File | undefined) {
    if (input.current) input.current.value = ''
    if (!chosen) return
    if (chosen.name.toLowerCase().endsWith('.xlsx')) upload.mutate({ file: chosen })
    else {
      upload.reset()
      showToast({
        tone: 'error',
        title: 'Invalid File Type',
        description: 'Please upload an Excel file (.xlsx)',
      })
    }
  }

  return (
    <div className="space-y-6">
      <Notice title="File format">
        <ul className="list-disc pl-4">
          <li>Column A: Solana wallet addresses</li>
          <li>Column B: token amounts, as numbers only</li>
          <li>The first row may be headers, and is skipped then</li>
          <li>Only .xlsx</li>
        </ul>
      </Notice>
      {!status.configured && (
        <Notice tone="warn">
          <p>Please save a configuration first in the Configuration tab.</p>
        </Notice>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Excel file"
        accept=".xlsx"
        disabled={!status.configured}
        onChange={(event) => send(event.target.files?.[0])}
      />
      <Button
        variant="primary"
        disabled={!status.configured}
        busy={upload.isPending}
        busyText="Uploading..."
        onClick={() => input.current?.click()}
      >
        Select Excel File
      </Button>
      {asked && upload.variables && (
        <ConfirmationDialog
          title="Take a file with something hidden?"
          asked={asked}
          submitText="Take it all the same"
          busy={upload.isPending}
          onConfirm={(confirm) => upload.mutate({ ...upload.variables, confirm })}
          onClose={() => upload.reset()}
        />
      )}
      {upload.isError && !asked && (
        <ProblemList sentence={errorSentence(upload.error, FALLBACK)} problems={problemsOf(upload.error)} />
      )}
      {upload.data && <UploadPreview read={upload.data} unit={unit} />}
      {selectedId !== null && (
        <DistributionProgress distributionId={selectedId} sender={status} unit={unit} />
      )}
    </div>
  )
}
