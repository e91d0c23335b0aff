import type { XmlAttributes, XmlHandlers } from './xml-tokens.ts'

/** A cell with one text and nothing that has to be decoded: as nearly every writer writes it. */
const WHOLE_CELL =
  /c r="([A-Z]{1,3}\d{1,7})"(?: s="(\d{1,6})")?(?: t="(\w{1,10})")?>(?:<v>([^<&\]\r]+)<\/v>|<is><t( xml:space="preserve")?>([^<&\]\r]+)<\/t><\/is>)<\/c>/y

const NONE: XmlAttributes = Object.freeze({})
const SPACE_PRESERVED: XmlAttributes = Object.freeze({ 'xml:space': 'preserve' })

/**
 * Reads a cell whose tag has its name in a place, whole: a list has millions. Tells of it as of its parts one by one, and returns the place after
 * it; 0 where it is another, or not all of it is there yet.
 */
export function readWholeCell(text: string, at: number, { open, text: onText, close }: XmlHandlers): number {
  WHOLE_CELL.lastIndex = at
  const cell = WHOLE_CELL.exec(text)
  if (!cell) return 0
  const [, r, s, t, value, space, inline] = cell
  open?.('c', { r, s, t })
  if (value !== undefined) {
    open?.('v', NONE)
    onText?.(value)
    close?.('v')
  } else if (inline !== undefined) {
    open?.('is', NONE)
    open?.('t', space === undefined ? NONE : SPACE_PRESERVED)
    onText?.(inline)
    close?.('t')
    close?.('is')
  }
  close?.('c')
  return WHOLE_CELL.lastIndex
}
