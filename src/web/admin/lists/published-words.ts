/** Says of a published list how many it has, and what could not be checked about it. */
export function publishedWords(words: string, notChecked: string | undefined): string {
  return notChecked === undefined
    ? words
    : `${words} ${notChecked.charAt(0).toUpperCase()}${notChecked.slice(1)}.`
}
