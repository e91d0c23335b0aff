import type { DistributionUploadResponse } from '#api-schema/standalone-sender.ts'
import { Count } from '#web/admin/Count.tsx'
import { countOf } from '#web/admin/count-of.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Shows what was read from a file, and what to check before it is started. */
export function UploadPreview({ read, unit }: { read: DistributionUploadResponse; unit: string }) {
  const { totalAddresses, totalAmount, header, sameFileAs } = read
  return (
    <section className="space-y-4 border-t border-line pt-4">
      <h3 className="font-semibold">What was read</h3>
      <Facts>
        <Count name="Rows to be paid" count={totalAddresses} />
        <Fact name="Total amount">
          <Amount value={totalAmount} unit={unit} />
        </Fact>
        <Fact name="Sheet">
          <span className="[overflow-wrap:anywhere]">{read.sheet}</span>
        </Fact>
        <Fact name="First row">
          {header ? `Skipped as headers: ${header.join(', ')}` : 'Read as a payment'}
        </Fact>
      </Facts>
      {sameFileAs !== null && (
        <Notice tone="warn">
          <p>
            The very same file was uploaded before, as distribution {sameFileAs}. Starting both pays it twice.
          </p>
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
          <p>
            {countOf(read.hiddenRowCount, 'hidden row')} {read.hiddenRowCount === 1 ? 'is' : 'are'} paid too.
          </p>
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
