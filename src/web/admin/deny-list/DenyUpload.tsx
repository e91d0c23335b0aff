import { useRef, useState } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { countOf } from '#web/admin/count-of.ts'
import { Dialog } from '#web/admin/Dialog.tsx'
import { problemsOf } from '#web/admin/error-code.ts'
import { ProblemList } from '#web/admin/ProblemList.tsx'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { useChangeDenyList } from './use-change-deny-list.ts'

const { upload } = endpoints.denyList

/** Puts all addresses of a file on the deny list: one a line, or a CSV of address, source and note. */
export function DenyUpload() {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const change = useChangeDenyList('Added to the Deny List', () => {}, setRefusal)

  function send(file: File | undefined) {
    if (input.current) input.current.value = ''
    if (!file) return
    change.mutate(async () => {
      const { count } = await adminSend(upload, { file })
      return `${countOf(count, 'address', 'addresses')} of ${file.name}`
    })
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="Deny list file"
        accept=".csv,.txt"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => send(event.target.files?.[0])}
      />
      <Button busy={change.isPending} busyText="Uploading..." onClick={() => input.current?.click()}>
        Upload List
      </Button>
      {refusal && (
        <Dialog title="Nothing was added" onClose={() => setRefusal(null)}>
          <ProblemList sentence={failureSentence(refusal)} problems={problemsOf(refusal)} />
          <p className="text-muted">
            One address a line, or a CSV with the columns address, source and note.
          </p>
          <p className="text-right">
            <Button onClick={() => setRefusal(null)}>Close</Button>
          </p>
        </Dialog>
      )}
    </>
  )
}
