import type { FormEvent } from 'react'
import { Dialog } from '#web/admin/Dialog.tsx'
import { problemsOf } from '#web/admin/error-code.ts'
import { ProblemList } from '#web/admin/ProblemList.tsx'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { LargestHolders } from './LargestHolders.tsx'
import { ListChangesTable } from './ListChangesTable.tsx'
import { ListReading } from './ListReading.tsx'
import { isUndecided, type ListQuestion } from './list-question.ts'
import { OddThings } from './OddThings.tsx'
import { ProposedChoices } from './ProposedChoices.tsx'
import { ReadingProgress } from './ReadingProgress.tsx'
import { type PublishedList, useListQuestion } from './use-list-question.ts'

interface ListQuestionDialogProps {
  asked: ListQuestion
  unit: string
  onPublished(list: PublishedList): void
  onClose(): void
}

/** Shows what was read of a holder list and what it changes, and publishes or drops it. */
export function ListQuestionDialog({ asked, unit, onPublished, onClose }: ListQuestionDialogProps) {
  const work = useListQuestion(asked, { onPublished, onClose })
  const { question, words, failure } = work
  const { preview, confirm } = question
  const isDecided = !isUndecided(preview)
  const isReady = isDecided && (confirm === null || words.trim() === confirm)
  const isReadAgain = work.isLooking || work.isPublishing

  function answer(event: FormEvent) {
    event.preventDefault()
    if (isReady) work.publish()
  }

  return (
    <Dialog title="Publish this list?" shape="wide" onClose={work.discard}>
      <form onSubmit={answer} noValidate aria-busy={work.isLooking} className="space-y-6">
        <p className="-mt-3 text-muted [overflow-wrap:anywhere]">
          {preview.fileName}
          {preview.source && `, read as ${preview.source}`}
        </p>
        {question.isOtherInForce && (
          <Notice tone="info" title="Another list was published meanwhile">
            <p>The difference below is to that one now. Look at it again.</p>
          </Notice>
        )}
        {preview.proposed && Object.keys(work.choices).length === 0 && (
          <ProposedChoices proposed={preview.proposed} onTake={work.look} />
        )}
        <ListReading preview={preview} unit={unit} choices={work.choices} onChoose={work.look} />
        <OddThings odd={preview.odd} />
        {isDecided ? (
          <>
            <ListChangesTable preview={preview} unit={unit} />
            <LargestHolders preview={preview} unit={unit} />
          </>
        ) : (
          <p className="text-muted">What it changes is shown once that is chosen.</p>
        )}
        {failure && <ProblemList sentence={failureSentence(failure)} problems={problemsOf(failure)} />}
        {confirm !== null && isDecided && (
          <TextField
            label={`Type “${confirm}” to confirm`}
            hint="More than 1 % of the holders, or of what they are owed, would vanish."
            value={words}
            onChange={(event) => work.setWords(event.target.value)}
            maxLength={100}
            autoComplete="off"
          />
        )}
        <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-card p-4 sm:-mx-6 sm:-mb-6 sm:px-6">
          <div className="me-auto">
            {isReadAgain ? (
              <ReadingProgress fileName={preview.fileName} rows={preview.count || null} isSent />
            ) : (
              <p className="text-13 text-muted">Nothing is changed until you publish.</p>
            )}
          </div>
          <Button
            busy={work.isDiscarding}
            busyText="Discarding..."
            disabled={work.isPublishing}
            onClick={work.discard}
          >
            Discard
          </Button>
          <Button
            type="submit"
            variant={confirm === null ? 'primary' : 'danger'}
            disabled={!isReady || work.isLooking}
            busy={work.isPublishing}
            busyText="Publishing..."
          >
            Publish
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
