/** Called again and again with the share that is done, from 0 to 1; what it returns is waited for. */
export type OnProgress = (share: number) => void | Promise<void>
