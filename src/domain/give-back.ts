/** Gives memory back at once: the next collection of garbage may be far away. Browsers of before 2024 wait for it. */
export function giveBack({ buffer }: { buffer: ArrayBuffer }): void {
  if (typeof buffer.transfer === 'function') buffer.transfer(0)
}
