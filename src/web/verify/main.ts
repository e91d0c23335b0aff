import { type Keccak, loadKeccak } from '#proofs/bytes.ts'
import { checkList } from '#proofs/check-list.ts'
import { checkProofs } from '#proofs/check-proofs.ts'
import { checkReceipt } from '#proofs/check-receipt.ts'
import { readReceiptKeys } from '#proofs/receipt-keys.ts'
import { notProved, type Verdict, verdictOf } from '#proofs/verdict.ts'
import { showBusy, showVerdict } from './show-verdict.ts'

const input = (id: string) => document.getElementById(id) as HTMLInputElement
const text = (id: string) => input(id).value

const NO_FILE = notProved('Choose a file first.')

/** The most that a coin has, and more: a wrong entry is not read as another number of decimals. */
function decimals(id: string): number {
  const entered = text(id).trim()
  return /^\d{1,2}$/.test(entered) ? Math.min(Number(entered), 36) : 18
}

async function checkProofForm(keccak: Keccak): Promise<Verdict> {
  const [file] = input('proof-file').files ?? []
  if (!file) return NO_FILE
  return checkProofs(keccak, {
    proof: await file.text(),
    root: text('proof-root'),
    address: text('proof-address'),
    amountUA: text('proof-amount'),
    coinDecimals: decimals('proof-decimals'),
  })
}

async function checkListForm(keccak: Keccak): Promise<Verdict> {
  const [file] = input('list-file').files ?? []
  if (!file) return NO_FILE
  const check = {
    file: new Uint8Array(await file.arrayBuffer()),
    root: text('list-root'),
    totalUA: text('list-total'),
    seed: text('list-seed'),
    sampleSize: Number(text('list-size')) || 20,
    coinDecimals: decimals('list-decimals'),
  }
  return checkList(keccak, check, async (share) => {
    showBusy(share)
    // The browser draws, and stays responsive.
    await new Promise((resolve) => setTimeout(resolve))
  })
}

async function checkReceiptForm(): Promise<Verdict> {
  const [file] = input('receipt-file').files ?? []
  const [keys] = input('receipt-keys').files ?? []
  if (!file) return NO_FILE
  return checkReceipt({
    receipt: await file.text(),
    publicKey: text('receipt-key'),
    ...(keys && { keys: await readReceiptKeys(new Uint8Array(await keys.arrayBuffer())) }),
  })
}

function handleForm(id: string, check: () => Promise<Verdict>): void {
  const form = document.getElementById(id) as HTMLFormElement
  const button = form.querySelector('button[type="submit"]') as HTMLButtonElement
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    showBusy(0)
    try {
      showVerdict(await verdictOf(check))
    } catch (error) {
      showVerdict(
        notProved(`The check could not be made: ${error instanceof Error ? error.message : String(error)}.`),
      )
    } finally {
      button.disabled = false
    }
  })
}

const keccak = loadKeccak()
handleTabs()
handleForm('panel-proof', async () => checkProofForm(await keccak))
handleForm('panel-list', async () => checkListForm(await keccak))
handleForm('panel-receipt', checkReceiptForm)

/** Makes the tabs switch panels, by pointer and by arrow keys. A new panel shows no verdict of the one before. */
function handleTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role="tab"]')]
  const select = (chosen: HTMLButtonElement) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
      if (panel) panel.hidden = !isChosen
    }
    const verdict = document.getElementById('verdict')
    if (verdict) verdict.hidden = true
  }
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(tab))
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      const next = step === 0 ? undefined : tabs.at((place + step) % tabs.length)
      if (!next) return
      select(next)
      next.focus()
    })
  }
  if (tabs[0]) select(tabs[0])
}
