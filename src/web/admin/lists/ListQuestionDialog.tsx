import type { FormEvent, ReactNode } from 'react'
import type { ListPreviewView } from '#api-schema/lists.ts'
import { DOUBTS_OF_AMOUNTS } from '#domain/list-warning.ts'
import { Dialog } from '#web/admin/Dialog.tsx'
import { failureSentence, problemsOf } from '#web/admin/failures.ts'
import { ProblemList } from '#web/admin/ProblemList.tsx'
import { groupThousands, ShortAddress } from '#web/admin/values.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Button, Notice } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { ListChangesTable } from './ListChangesTable.tsx'
import { ListReading, ListWarnings, ReadingProgress } from './ListReading.tsx'
import { isUndecided, type ListQuestionReply, type ListToast, useListQuestion } from './use-list-question.ts'

interface ListQuestionDialogProps {
  asked: ListQuestionReply
  unit: string
  /** Shown once it is published. */
  toast: ListToast
  onPublished?(): void
  onClose(): void
}

/** Shows what was read of a holder list and what it changes, and publishes or drops it. */
export function ListQuestionDialog({ asked, unit, ...then }: ListQuestionDialogProps) {
  const work = useListQuestion(asked, then)
  const { question, words, failure } = work
  const { preview, confirm } = question
  const isDecided = !isUndecided(preview)
  const isReady = isDecided && (confirm === null || words.trim() === confirm)
  const isReadAgain = work.isLooking || work.isPublishing
  const hasBeside = preview.odd.length > 0 || preview.before !== null
  const warnings = (
    <ListWarnings
      title="Look at this first"
      odd={preview.odd}
      onLeaveOut={(leaveOut) => work.look({ leaveOut })}
    />
  )

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
          <Notice
            tone="info"
            title="Another list was published meanwhile"
            text="The difference below is to that one now. Look at it again."
          />
        )}
        {preview.proposed && Object.keys(work.choices).length === 0 && (
          <ProposedChoices proposed={preview.proposed} onTake={work.look} />
        )}
        {isDecided && <ListTotals preview={preview} unit={unit} />}
        {isDecided && hasBeside ? (
          <div className="grid items-start gap-6 md:grid-cols-2">
            <div className="min-w-0 space-y-6">
              {warnings}
              <ListChangesTable preview={preview} unit={unit} />
            </div>
            <LargestHolders preview={preview} unit={unit} />
          </div>
        ) : (
          warnings
        )}
        {isDecided && !hasBeside && <LargestHolders preview={preview} unit={unit} />}
        <ListReading preview={preview} unit={unit} choices={work.choices} onChoose={work.look} />
        {!isDecided && <p className="text-muted">What it changes is shown once that is chosen.</p>}
        <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-card p-4 sm:-mx-6 sm:-mb-6 sm:px-6">
          {failure && (
            <div className="w-full">
              <ProblemList sentence={failureSentence(failure)} problems={problemsOf(failure)} />
            </div>
          )}
          {confirm !== null && isDecided && (
            <div className="w-full">
              <TextField
                label={`Type “${confirm}” to confirm`}
                hint={whyTyped(question)}
                value={words}
                onChange={(event) => work.setWords(event.target.value)}
                maxLength={100}
                autoComplete="off"
              />
            </div>
          )}
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

/** Says why words have to be typed. */
function whyTyped({ preview, confirm }: ListQuestionReply): string {
  if (preview.before === null) return 'The first list: what it adds up to, in whole tokens.'
  if (preview.odd.some(({ kind }) => DOUBTS_OF_AMOUNTS.includes(kind)))
    return 'What is said above may make its amounts wrong: look at it, then type what it adds up to.'
  return confirm?.includes('row')
    ? 'More than 1 % of the rows, or of what they add up to, would vanish.'
    : 'It adds up to over 1 % more, or gives a holder ten times as much: type what it adds up to.'
}

/** How many a list has, what it adds up to, and what that is to be held against. */
function ListTotals({ preview, unit }: { preview: ListPreviewView; unit: string }) {
  const { totals, before, expectedSupplyUA, mintSupplyUA } = preview
  const total = preview.unit && totals[preview.unit]
  if (total === null) return null
  return (
    <section aria-label="Totals" className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
      <p>
        <Beside>Rows</Beside>
        <span className="block font-mono text-22 tabular-nums">{groupThousands(preview.count)}</span>
        {before && <Beside>was {groupThousands(before.count)}</Beside>}
      </p>
      <p className="min-w-0">
        <Beside>Total</Beside>
        <span className="block text-22">
          <Amount value={total} unit={unit} />
        </span>
        {before && (
          <Beside>
            was <Amount value={before.totalAmountUA} unit={unit} />
          </Beside>
        )}
        {expectedSupplyUA !== null && (
          <Beside>
            expected supply <Amount value={expectedSupplyUA} unit={unit} />
          </Beside>
        )}
        {mintSupplyUA !== null && (
          <Beside>
            minted on Solana <Amount value={mintSupplyUA} unit={unit} />
          </Beside>
        )}
      </p>
    </section>
  )
}

/** The holders that a list gives most. */
function LargestHolders({ preview, unit }: { preview: ListPreviewView; unit: string }) {
  const { largest } = preview
  return (
    <section aria-label="Largest holders" className="min-w-0">
      <h3 className="py-2 text-13 font-medium text-muted">
        {largest.length === 1 ? 'The only holder' : `The ${largest.length} largest holders`}
      </h3>
      <ol className="divide-y divide-line border-t border-line text-13">
        {largest.map(({ address, amountUA }) => (
          <li key={address} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <ShortAddress address={address} />
            <span className="ms-auto">
              <Amount value={amountUA} unit={unit} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ProposedChoicesProps {
  proposed: NonNullable<ListPreviewView['proposed']>
  onTake(proposed: NonNullable<ListPreviewView['proposed']>): void
}

/** Offers what was chosen for an earlier file with the same columns. */
function ProposedChoices({ proposed, onTake }: ProposedChoicesProps) {
  const { columns, unit, decimalMark } = proposed
  const words = [
    ...(columns ? [`addresses in “${columns.address}”, amounts in “${columns.amount}”`] : []),
    ...(unit ? [unit === 'amountUA' ? 'in whole tokens' : 'in wei'] : []),
    ...(decimalMark ? [`decimal ${decimalMark === '.' ? 'point' : 'comma'}`] : []),
  ]
  return (
    <Notice title="A file with these columns was published before">
      <p>It was read so: {words.join(', ')}.</p>
      <Button size="small" className="mt-1" onClick={() => onTake(proposed)}>
        Read this one so too
      </Button>
    </Notice>
  )
}

function Beside({ children }: { children: ReactNode }) {
  return <span className="block text-13 text-muted">{children}</span>
}
