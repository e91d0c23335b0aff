import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { failureSentence, problemsOf, showFailure } from '#web/admin/failures.ts'
import { ProblemList } from '#web/admin/ProblemList.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { countOf, groupThousands } from '#web/admin/values.tsx'
import { Button, Card, Icon } from '#web/ui/basics.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { ListQuestionDialog } from './ListQuestionDialog.tsx'
import { ReadingProgress } from './ListReading.tsx'
import { type ListQuestionReply, listAskedOf } from './use-list-question.ts'

/** Uploads a new list of allocations. It replaces the one before and never changes a claim already made. */
export function AllocationUpload({ unit }: { unit: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [asked, setAsked] = useState<ListQuestionReply | null>(null)

  function clear() {
    setFile(null)
    if (input.current) input.current.value = ''
  }

  const upload = useMutation({
    mutationFn: (file: File) => adminSend(endpoints.admin.upload, { file }),
    onSuccess: (reply) => setAsked(listAskedOf(reply)),
    onError: (error) => showFailure('Upload Failed', error),
  })

  function choose(chosen: File | undefined) {
    upload.reset()
    if (!chosen || isAllocationFileType(chosen)) {
      setFile(chosen ?? null)
      return
    }
    clear()
    showToast({
      tone: 'error',
      title: 'Invalid File Type',
      description: 'Please upload a JSON, CSV, or Excel file',
    })
  }

  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-17 font-semibold">Update Allocation File</h2>
        <p className="text-muted">Replaces all allocations. Claims already made keep their amounts.</p>
      </div>
      <div className="relative grid min-h-24 place-items-center rounded-control border border-dashed border-control p-4 text-center hover:bg-well has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <input
          ref={input}
          type="file"
          aria-label="Allocation file"
          accept=".json,.jsonl,.ndjson,.csv,.tsv,.xlsx,.gz,.zip"
          disabled={upload.isPending}
          onChange={(event) => choose(event.target.files?.[0])}
          className="absolute inset-0 size-full opacity-0"
        />
        {file ? (
          <p className="[overflow-wrap:anywhere]">
            <span className="font-semibold">{file.name}</span>
            <br />
            <span className="text-13 text-muted">{groupThousands(file.size)} bytes</span>
          </p>
        ) : (
          <p className="text-muted">
            <Icon name="upload" className="mx-auto mb-1" />
            Choose a file or drop it here
            <br />
            <span className="text-13">.json, .csv or .xlsx; also .json.gz, .csv.gz, .csv.zip</span>
          </p>
        )}
      </div>
      <Button
        variant="primary"
        disabled={!file}
        busy={upload.isPending}
        busyText="Uploading..."
        onClick={() => file && upload.mutate(file)}
      >
        Upload File
      </Button>
      {upload.isPending && <ReadingProgress fileName={file?.name} />}
      {upload.isError && (
        <ProblemList sentence={failureSentence(upload.error)} problems={problemsOf(upload.error)} />
      )}
      {asked && (
        <ListQuestionDialog
          asked={asked}
          unit={unit}
          toast={{
            title: 'File Uploaded Successfully',
            words: ({ count, totalAmountUA }) =>
              `Loaded ${countOf(count, 'allocation')}, ${groupThousands(totalAmountUA)} ${unit} in all.`,
          }}
          onPublished={clear}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}

const TYPES = [
  'application/json',
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

const EXTENSION = /\.(?:(?:json|jsonl|ndjson|csv|tsv)(?:\.gz|\.zip)?|xlsx)$/i

/** True when a file may be a list of allocations, by its type or by its name. The server checks its content. */
export function isAllocationFileType({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return TYPES.includes(type) || EXTENSION.test(name)
}

/** A button that makes the server read its own allocations file again. */
export function ReloadAllocations({ unit }: { unit: string }) {
  const { state } = useLiveState()
  const [asked, setAsked] = useState<ListQuestionReply | null>(null)
  const reload = useMutation({
    mutationFn: () => adminSend(endpoints.admin.reloadAllocations),
    onSuccess: (reply) => setAsked(listAskedOf(reply)),
    onError: (error) => showFailure('Reload Failed', error, 'Failed to reload allocations'),
  })

  return (
    <>
      <Button
        size="small"
        busy={reload.isPending}
        busyText="Reloading..."
        disabled={state?.hasAllocationsFile === false}
        title={
          state?.hasAllocationsFile === false
            ? 'Only where ALLOCATIONS_FILE is set'
            : "Reads the server's own allocations file again"
        }
        onClick={() => reload.mutate()}
      >
        Reload Allocations
      </Button>
      {reload.isPending && <ReadingProgress isSent />}
      {asked && (
        <ListQuestionDialog
          asked={asked}
          unit={unit}
          toast={{
            title: 'Allocations Reloaded',
            words: ({ count }) => `Loaded ${countOf(count, 'allocation')}.`,
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
