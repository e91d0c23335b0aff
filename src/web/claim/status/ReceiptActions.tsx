import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { saveJson } from './save-json.ts'
import { readReceipt, receiptText } from './signed-receipt.ts'

/** Saves or copies the signed receipt of a claim that was made in this browser. Nothing for a claim made elsewhere. */
export function ReceiptActions({
  address,
  claim,
}: {
  address: string
  claim: { id: string; solAddr: string }
}) {
  const texts = useAllTexts()
  const { claim: words } = texts
  const receipt = readReceipt(address, claim)
  if (!receipt) return null
  return (
    <section aria-labelledby="receipt" className="space-y-2">
      <h2 id="receipt" className="text-13 font-semibold">
        {words.receipt}
      </h2>
      <p className="text-13 text-muted">{words.receiptHelp}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => saveJson(`claim-${receipt.id}.json`, receiptText(receipt))}>
          {words.saveReceipt}
        </Button>
        <Button size="small" onClick={() => copyText(receiptText(receipt), words.receiptName, texts.ui)}>
          {words.copyReceipt}
        </Button>
      </div>
    </section>
  )
}
