/** Returns what may be told of a node's URL: providers put keys into path, query and credentials. */
export function nodeOrigin(url: string): string {
  return URL.parse(url)?.origin ?? 'an invalid URL'
}
