import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import type { DistributionUploadResponse, StandaloneStatusResponse } from '#api-schema/standalone-sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/Dialog.tsx'
import { confirmationOf, errorSentence, problemsOf, showFailure } from '#web/admin/failures.ts'
import { ProblemList } from '#web/admin/ProblemList.tsx'
import { DistributionProgress } from '#web/admin/payouts/progress/Progress.tsx'
import { refreshStandalone } from '#web/admin/queries.ts'
import { AmountFact, Count, countOf, Fact, Facts, groupThousands, ShortAddress } from '#web/admin/values.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Button, Notice } from '#web/ui/basics.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const FALLBACK = 'Failed to upload Excel file'

type Format = 'xlsx' | 'csv'

const OTHER_FILE: Record<Format, string> = {
  xlsx: 'Please upload an Excel file (.xlsx)',
  csv: 'Please upload a CSV file (.csv)',
}

interface UploadTabProps {
  status: StandaloneStatusResponse
  /** The distribution whose progress is shown. */
  selectedId: string | null
  onSelect(distributionId: string): void
}

/** Uploads a file of payments, shows what was read, and the progress of its distribution. */
export function UploadTab({ status, selectedId, onSelect }: UploadTabProps) {
  const queryClient = useQueryClient()
  const upload = useMutation({
    mutationFn: ({ file, ...query }: { file: File; format?: 'csv'; confirm?: string }) =>
      adminSend(endpoints.standaloneSender.upload, { file, query }),
    onSuccess: ({ totalAddresses, totalAmount, tokenName, distributionId }) => {
      showToast({
        tone: 'done',
        title: 'File Uploaded',
        description: `Parsed ${countOf(totalAddresses, 'address', 'addresses')}, ${groupThousands(totalAmount)} ${tokenName} in all.`,
      })
      onSelect(distributionId)
      return refreshStandalone(queryClient)
    },
    onError: (error) => !confirmationOf(error) && showFailure('Upload Failed', error, FALLBACK),
  })
  const asked = confirmationOf(upload.error)

  function send(file: File, format: Format) {
    if (file.name.toLowerCase().endsWith(`.${format}`))
      upload.mutate(format === 'csv' ? { file, format } : { file })
    else {
      upload.reset()
      showToast({ tone: 'error', title: 'Invalid File Type', description: OTHER_FILE[format] })
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
        <Notice tone="warn">Please save a configuration first in the Configuration tab.</Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FileButton
          label="Excel file"
          accept=".xlsx"
          variant="primary"
          disabled={!status.configured}
          busy={upload.isPending}
          onChoose={(file) => send(file, 'xlsx')}
        >
          Select Excel File
        </FileButton>
        <FileButton
          label="CSV file"
          accept=".csv"
          variant="quiet"
          disabled={!status.configured || upload.isPending}
          onChoose={(file) => send(file, 'csv')}
        >
          or a CSV, by the same rules
        </FileButton>
      </div>
      {asked && (
        <FormDialog
          title="Take a file with something hidden?"
          onClose={() => upload.reset()}
          onSubmit={() => upload.variables && upload.mutate({ ...upload.variables, confirm: asked.words })}
          submit={{
            text: 'Take it all the same',
            busy: upload.isPending,
            busyText: 'Sending...',
            danger: true,
          }}
        >
          <Notice tone="warn">
            <p className="[overflow-wrap:anywhere]">{asked.why}</p>
          </Notice>
        </FormDialog>
      )}
      {upload.isError && !asked && (
        <ProblemList sentence={errorSentence(upload.error, FALLBACK)} problems={problemsOf(upload.error)} />
      )}
      {upload.data && <UploadPreview read={upload.data} />}
      {selectedId !== null && <DistributionProgress distributionId={selectedId} sender={status} />}
    </div>
  )
}

interface FileButtonProps {
  /** Of the field that takes the file. */
  label: string
  accept: string
  variant: 'primary' | 'quiet'
  disabled: boolean
  busy?: boolean
  onChoose(file: File): void
  children: string
}

function FileButton({ label, accept, disabled, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  function choose() {
    const file = input.current?.files?.[0]
    // The same file can be chosen again.
    if (input.current) input.current.value = ''
    if (file) onChoose(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        disabled={disabled}
        onChange={choose}
      />
      <Button
        {...button}
        busyText="Uploading..."
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
    </>
  )
}

/** Shows what was read from a file, and what to check before it is started. */
function UploadPreview({ read }: { read: DistributionUploadResponse }) {
  const { totalAddresses, totalAmount, header, sameFileAs, tokenName: unit } = read
  return (
    <section className="space-y-4 border-t border-line pt-4">
      <h3 className="font-semibold">What was read</h3>
      <Facts>
        <Count name="Rows to be paid" count={totalAddresses} />
        <AmountFact name="Total amount" value={totalAmount} unit={unit} />
        <Fact name="Paid before">
          {read.repeats ? (
            <span>
              {countOf(read.repeats.rows, 'row')}, <Amount value={read.repeats.amountUA} unit={unit} />
            </span>
          ) : (
            'No row'
          )}
        </Fact>
        {read.sheet !== null && (
          <Fact name="Sheet">
            <span className="[overflow-wrap:anywhere]">{read.sheet}</span>
          </Fact>
        )}
        <Fact name="First row">
          {header ? `Skipped as headers: ${header.join(', ')}` : 'Read as a payment'}
        </Fact>
      </Facts>
      {sameFileAs !== null && (
        <Notice tone="warn">
          The very same file was uploaded before, as distribution {sameFileAs}. Starting both pays it twice.
        </Notice>
      )}
      {read.unreadSheets.length > 0 && (
        <Notice tone="warn">
          <p>One sheet is paid. The file has more, which are not:</p>
          <ul>
            {read.unreadSheets.map(({ name, rows, hidden }) => (
              <li key={name} className="[overflow-wrap:anywhere]">
                “{name}”, {rows === null ? 'very many rows' : countOf(rows, 'row')}
                {hidden && ', hidden'}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {read.hiddenRowCount > 0 && (
        <Notice tone="warn">
          {countOf(read.hiddenRowCount, 'hidden row')} {read.hiddenRowCount === 1 ? 'is' : 'are'} paid too.
        </Notice>
      )}
      <Listed
        count={read.duplicateCount}
        addresses={read.duplicates}
        about={(count) =>
          `${countOf(count, 'address', 'addresses')} ${count === 1 ? 'is' : 'are'} in several rows, each of which is paid:`
        }
      />
      <Listed
        count={read.offCurveCount}
        addresses={read.offCurve}
        about={(count) =>
          `${countOf(count, 'address', 'addresses')} that no key can sign for: a multisig's vault, or a mistake.`
        }
      />
    </section>
  )
}

interface ListedProps {
  count: number
  addresses: DistributionUploadResponse['duplicates']
  about(count: number): string
}

function Listed({ count, addresses, about }: ListedProps) {
  if (count === 0) return null
  return (
    <Notice tone="warn">
      <p>{about(count)}</p>
      <ul className="max-h-64 overflow-y-auto text-13">
        {addresses.map(({ address, rows }) => (
          <li key={address}>
            <ShortAddress address={address} />: {rows.length === 1 ? 'row' : 'rows'} {rows.join(', ')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
