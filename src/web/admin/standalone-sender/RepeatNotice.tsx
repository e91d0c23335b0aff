import type { Distribution } from '#api-schema/standalone-sender.ts'
import { countOf } from '#web/admin/count-of.ts'
import { formatLocal } from '#web/lib/format-time.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** Says what a start would pay again: the file, or most of its payments, were paid before. */
export function RepeatNotice({ distribution: { repeats } }: { distribution: Distribution }) {
  if (repeats === null) return null
  const { sameFile, payments, of } = repeats
  return (
    <Notice tone="warn" title="Paid before">
      {sameFile && (
        <p className="[overflow-wrap:anywhere]">
          Same file as {sameFile.fileName}, paid on {formatLocal(sameFile.paidAt)} as distribution{' '}
          <span className="font-mono whitespace-nowrap">{sameFile.id}</span>.
        </p>
      )}
      {payments > 0 && (
        <p>
          {groupThousands(payments)} of {countOf(of, 'payment')} that it owes{' '}
          {payments === 1 ? 'was' : 'were'} made before: same wallet, same amount.
        </p>
      )}
    </Notice>
  )
}
