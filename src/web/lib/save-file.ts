/** Hands a file to the browser under its name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Writes JSON as a person reads it. */
export function jsonText(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Hands JSON to the browser as a file. */
export function saveJson(name: string, content: object): void {
  saveFile(name, new Blob([jsonText(content)], { type: 'application/json' }))
}
